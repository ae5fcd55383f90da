/** What keeps a theme from working, shown to its author: an audience must not see it, and built-in themes have none. */

/** More would fill the page: what fails again and again says the same. */
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

  /** Takes over what the server found in the folder. @param {readonly string[]} problems */
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
      // All that are known by then: two imports of one module may end in either order.
      void import('./tools.js').then(({ showProblems }) => showProblems(this.#all));
    }
  }

  get #all() {
    return [...this.#ofFolder, ...this.#ofCode];
  }
}
