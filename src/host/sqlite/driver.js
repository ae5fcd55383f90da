/**
 * libsql, or Node's own driver where libsql has no build (Windows on arm64) and Node is 22.16 or newer: the
 * parts of libsql's interface used here, with its error codes (`SQLITE_BUSY`). JavaScript, because Node also
 * runs it unbundled.
 */

/** @typedef {string | number | bigint | null | Uint8Array} Value */
/**
 * @typedef {readonly Value[] | Readonly<Record<string, Value>>} Values positional for `?`, named for `@name`
 */
/** @typedef {{ changes: number | bigint, lastInsertRowid: number | bigint }} Change */
/**
 * @typedef {object} Statement
 * @property {(values: Values) => unknown[]} all
 * @property {(values: Values) => Change} run
 */
/**
 * @typedef {object} Connection
 * @property {boolean} inTransaction
 * @property {(statements: string) => unknown} exec
 * @property {(statement: string) => Statement} prepare
 * @property {() => unknown} close
 */
/** @typedef {new (address: string, options: { timeout: number }) => Connection} DriverClass */

/** Codes that callers check; https://sqlite.org/rescode.html lists all. */
const CODES = new Map([
  [5, 'SQLITE_BUSY'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

// libsql's loader looks for the C library in Node's report, which otherwise asks the name server for the names of all
// connected computers, and stops the program until it answers.
Object.assign(process.report, { excludeNetwork: true });

/** @type {DriverClass} */
export const Driver = await import('libsql').then(
  (libsql) => /** @type {any} */ (libsql.default),
  (error) => nodesOwn() ?? Promise.reject(error),
);

/**
 * Adapts Node's driver; undefined without one.
 * @returns {DriverClass | undefined}
 */
export function nodesOwn() {
  // The oldest supported Node's types lack it.
  const sqlite = /** @type {any} */ (process.getBuiltinModule('node:sqlite'));
  if (sqlite === undefined) {
    return undefined;
  }
  return class {
    #database;

    /**
     * @param {string} address
     * @param {{ timeout: number }} options
     */
    constructor(address, { timeout }) {
      this.#database = withCode(() => new sqlite.DatabaseSync(address, { timeout }));
    }

    get inTransaction() {
      return this.#database.isTransaction;
    }

    exec(/** @type {string} */ statements) {
      return withCode(() => this.#database.exec(statements));
    }

    prepare(/** @type {string} */ statement) {
      const prepared = withCode(() => this.#database.prepare(statement));
      return {
        all: (/** @type {Values} */ values) => withCode(() => prepared.all(...parameters(values))),
        run: (/** @type {Values} */ values) => withCode(() => prepared.run(...parameters(values))),
      };
    }

    close() {
      this.#database.close();
    }
  };
}

/** @param {Values} values */
function parameters(values) {
  return Array.isArray(values) ? values : [values];
}

/**
 * Gives errors libsql's code and, in the message, SQLite's number.
 * @template Result
 * @param {() => Result} work
 * @returns {Result}
 */
function withCode(work) {
  try {
    return work();
  } catch (error) {
    const { errcode } = /** @type {{ errcode?: number }} */ (error);
    if (errcode === undefined || !(error instanceof Error)) {
      throw error;
    }
    // The lowest byte is the primary code.
    const code = CODES.get(errcode & 0xff) ?? 'SQLITE_ERROR';
    throw Object.assign(new Error(`${error.message}: ${errcode}`, { cause: error }), { code });
  }
}
