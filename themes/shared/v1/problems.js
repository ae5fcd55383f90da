/** Shows a theme's problems to its author. Built-in themes have none, so no audience sees any. */

/** A repeated error says the same. */
const MAX_OF_CODE = 5;

export class Problems {
  /** @type {readonly string[]} */
  #ofFolder = [];
  /** @type {Set<string>} */
  #ofCode = new Set();
  #isForAuthor = !('obsstudio' in window) && !location.pathname.startsWith('/overlay/');

  constructor() {
    addEventListener('error', ({ message, filename, lineno }) => {
      this.addOfCode(`${new URL(filename || location.href).pathname}:${lineno}: ${message}`);
    });
    addEventListener('unhandledrejection', ({ reason }) => this.addOfCode(String(reason)));
  }

  /** Replaces the server's problems with the folder. @param {readonly string[]} problems */
  setOfFolder(problems) {
    this.#ofFolder = problems;
    this.#show();
  }

  /** @param {string} problem */
  addOfCode(problem) {
    if (this.#ofCode.size < MAX_OF_CODE && !this.#ofCode.has(problem)) {
      this.#ofCode.add(problem);
      this.#show();
    }
  }

  #show() {
    if (this.#isForAuthor && this.#all.length > 0) {
      // Lists all known problems, because two imports of a module may finish in either order.
      void import('./tools.js').then(({ showProblems }) => showProblems(this.#all));
    }
  }

  get #all() {
    return [...this.#ofFolder, ...this.#ofCode];
  }
}
