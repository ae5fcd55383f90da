/**
 * Replaces the flags in a text of the server by the titles of their fields, because a page has fields and no flags.
 * Removes parentheses that contain only a flag. Keeps flags that are no options, as in commands to type.
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
/** As in "(--page.address)" and "(for --source=hear)". */
const ONLY_A_FLAG = / \((?:(?:for|für) )?--([a-z][\w.]*\w)(?:=[^\s()]*)?\)/g;
