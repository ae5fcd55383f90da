/**
 * Returns a function that replaces flags in the server's texts with the titles of their fields, because a page has
 * fields and no flags. It removes parentheses that contain only a flag, and keeps flags that are no options, as in
 * commands to type.
 *
 * @param {(name: string) => string | undefined} quotedTitle  undefined for a name that is no option
 * @returns {(text: string) => string}
 */
export function flagNamer(quotedTitle) {
  return (text) =>
    text
      .replace(ONLY_A_FLAG, (all, name) => (quotedTitle(name) === undefined ? all : ''))
      .replace(FLAG, (flag, name, value) => {
        const title = quotedTitle(name);
        if (title === undefined) {
          return flag;
        }
        return value === undefined ? title : `${title} (${value})`;
      });
}

const FLAG = /--([a-z][\w.]*\w|\w)(?:=([^\s,;()]*[^\s,;().:]))?/g;
/** Parentheses with only a flag, such as "(--page.address)" and "(for --source=hear)". */
const ONLY_A_FLAG = / \((?:(?:for|für) )?--([a-z][\w.]*\w)(?:=[^\s()]*)?\)/g;
