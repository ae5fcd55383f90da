/**
 * Formats texts of the catalogue: `en.json`, `de.json`, … hold a template for each id, with `{name}` for each value.
 * Pure; shared by server, command line and pages.
 *
 * @typedef {string | number | Said | { readonly option: string } | { readonly part: string, readonly value?: string } | readonly Value[]} Value
 *   Pages write titles of `option` and `part`, the command line flags and `value`. Lists get semicolons.
 * @typedef {{ readonly id: string, readonly params?: Readonly<Record<string, Value>> }} Said  an id and its values
 * @typedef {{
 *   readonly template: (id: string) => string | undefined,
 *   readonly option: (name: string) => string,
 *   readonly part: (name: string, value?: string) => string,
 * }} Language  `template` returns undefined for a text that the language lacks
 */

/**
 * @param {Said} said
 * @param {Language} language
 * @returns {string}  the id itself where no template has it
 */
export function format({ id, params = {} }, language) {
  return (language.template(id) ?? id).replace(/\{(\w+)\}/g, (hole, name) => {
    const value = params[name];
    return value === undefined ? hole : textOf(value, language);
  });
}

/**
 * @param {Value} value
 * @param {Language} language
 * @returns {string}
 */
function textOf(value, language) {
  if (typeof value !== 'object') {
    return String(value);
  }
  if ('id' in value) {
    return format(value, language);
  }
  if ('option' in value) {
    return language.option(value.option);
  }
  return 'part' in value
    ? language.part(value.part, value.value)
    : value.map((one) => textOf(one, language)).join('; ');
}

/** Hosts, paths and devices (`prime4`) keep their case. @param {string} text */
export function sentence(text) {
  const isName = /^(deckcast|localhost|prime|mixstream|\w*\d)|^\S*\w[.:/]+\w/.test(text);
  const begun = isName ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return `${begun}${/(^|[.!?])$/.test(text) ? '' : '.'}`;
}
