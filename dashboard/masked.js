/** Text of a field with addresses: keeps the secrets that the user typed, and shows `***` and `…` in their place. */

/** `at`: place of the mark in the shown text. @typedef {{ at: number, mark: string, secret: string }} Piece */

const WEB_ADDRESSES = /\w+:\/\/[^\s"']+/g;
/** Pasted, dropped, or filled in by the browser. */
const WHOLE = /^insert(From|Replacement)/;
/** A password may contain blanks and commas, so an address ends where the next one begins. */
const LISTED = /\w+:\/\/.*?(?=\s*,\s*\w+:\/\/|\s*$)/g;

/**
 * @param {string} first  as the server masked it
 * @param {'name' | 'path'} hides  as in `WireOption`
 * @param {boolean} [isLine]  a command with addresses
 */
export function createMasked(first, hides, isLine = false) {
  let shown = first;
  /** Secrets that `shown` hides, in its order. @type {Piece[]} */
  let pieces = [];

  function text() {
    let at = 0;
    const parts = pieces.map((piece) => {
      const before = shown.slice(at, piece.at);
      at = piece.at + piece.mark.length;
      return before + piece.secret;
    });
    return parts.join('') + shown.slice(at);
  }

  /** Shows this text with its secrets hidden. */
  function hide(whole = text()) {
    pieces = [];
    shown = '';
    let from = 0;
    for (const { at, mark, secret } of secretsIn(whole, hides, isLine)) {
      shown += whole.slice(from, at);
      pieces.push({ at: shown.length, mark, secret });
      shown += mark;
      from = at + secret.length;
    }
    shown += whole.slice(from);
  }

  return {
    shown: () => shown,
    text,
    /**
     * Takes over the field's text. A mark that the user leaves alone keeps its secret. Text that was not typed is hidden
     * at once.
     *
     * @param {string} next
     * @param {string} [inputType]  of the browser's event
     */
    type(next, inputType = '') {
      const most = Math.min(shown.length, next.length);
      let start = 0;
      while (start < most && shown[start] === next[start]) {
        start += 1;
      }
      let end = 0;
      while (end < most - start && shown[shown.length - 1 - end] === next[next.length - 1 - end]) {
        end += 1;
      }
      const moved = next.length - shown.length;
      pieces = [
        ...pieces.filter(({ at, mark }) => at + mark.length <= start),
        ...pieces
          .filter(({ at }) => at >= Math.max(start, shown.length - end))
          .map((piece) => ({ ...piece, at: piece.at + moved })),
      ];
      shown = next;
      if (WHOLE.test(inputType)) {
        hide();
      }
    },
    hide,
  };
}

/** Secrets at their places in the text, without stored ones. @param {string} text @param {'name' | 'path'} hides @param {boolean} isLine */
function secretsIn(text, hides, isLine) {
  return [...text.matchAll(isLine ? WEB_ADDRESSES : LISTED)].flatMap(({ 0: address, index }) => {
    // A password with a slash is in no complete address.
    const before = URL.canParse(address) ? /^(\w+:\/\/)(?:([^/\\?#]*)@)?/ : /^(\w+:\/\/)(?:(.*)@)?/;
    const [start = '', scheme = '', name = ''] = before.exec(address) ?? [];
    const [path = ''] = (hides === 'path' && /[/\\?#].+$/s.exec(address.slice(start.length))) || [];
    return [
      { at: index + scheme.length, mark: '***', secret: name },
      { at: index + address.length - path.length, mark: '/…', secret: path },
    ].filter(({ mark, secret }) => secret !== '' && secret !== mark);
  });
}
