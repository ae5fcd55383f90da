// Makes code count which of its branches are taken: for scripts/fuzz.js.
import { parseSync, Visitor } from 'oxc-parser';

/** Longest constant of the code that inputs are made of, in characters. */
const LONGEST_WORD = 40;

/**
 * @typedef {{ code: string, branches: number, words: Set<string>, numbers: Set<number> }} Instrumented
 */

/**
 * @param {string} code plain JavaScript
 * @param {string} file what messages call it
 * @param {number} first the number of its first branch
 * @returns {Instrumented}
 */
export function instrument(code, file, first) {
  const { program, errors } = parseSync(file, code, { lang: 'js', sourceType: 'module' });
  if (errors[0] !== undefined) {
    throw new Error(`${file}: ${errors[0].message}`);
  }
  let branches = 0;
  /** @type {{ at: number, text: string }[]} */
  const insertions = [];
  const words = new Set();
  const numbers = new Set();
  const count = () => {
    branches += 1;
    return `__branches[${first + branches - 1}]++`;
  };
  /** @param {{ type: string, start: number, end: number } | null | undefined} node */
  const statement = (node) => {
    if (node?.type === 'BlockStatement') {
      insertions.push({ at: node.start + 1, text: `${count()};` });
    } else if (node) {
      insertions.push({ at: node.start, text: `{${count()};` }, { at: node.end, text: '}' });
    }
  };
  /** @param {{ start: number, end: number }} node */
  const expression = (node) => {
    insertions.push({ at: node.start, text: `(${count()},` }, { at: node.end, text: ')' });
  };
  /** @param {{ body: any }} node */
  const body = (node) => (node.body?.type === 'BlockStatement' ? statement(node.body) : undefined);
  new Visitor({
    ArrowFunctionExpression: (node) => (node.expression ? expression(node.body) : statement(node.body)),
    FunctionDeclaration: (node) => functionBody(node.body),
    FunctionExpression: (node) => functionBody(node.body),
    IfStatement(node) {
      statement(node.consequent);
      if (node.alternate?.type !== 'IfStatement') {
        statement(node.alternate);
      }
    },
    ForStatement: body,
    ForOfStatement: body,
    ForInStatement: body,
    WhileStatement: body,
    DoWhileStatement: body,
    CatchClause: (node) => statement(node.body),
    SwitchCase(node) {
      const [start] = node.consequent;
      if (start !== undefined) {
        insertions.push({ at: start.start, text: `${count()};` });
      }
    },
    ConditionalExpression(node) {
      expression(node.consequent);
      expression(node.alternate);
    },
    LogicalExpression: (node) => expression(node.right),
    Literal({ value }) {
      if (typeof value === 'string' && value.length > 0 && value.length <= LONGEST_WORD) {
        words.add(value);
      } else if (typeof value === 'number' && Number.isInteger(value) && value > 255 && value < 2 ** 32) {
        numbers.add(value);
      }
    },
  }).visit(program);

  /** @param {{ start: number } | null | undefined} node */
  function functionBody(node) {
    if (node) {
      insertions.push({ at: node.start + 1, text: `${count()};` });
    }
  }

  return { code: inserted(code, insertions), branches, words, numbers };
}

/**
 * Outer nodes are visited first: of what begins at one place, theirs goes in front, and of what ends there, theirs
 * goes behind.
 * @param {string} code
 * @param {{ at: number, text: string }[]} insertions
 */
function inserted(code, insertions) {
  const closes = (/** @type {{ text: string }} */ { text }) => text === ')' || text === '}';
  const ordered = insertions
    .map((insertion, index) => ({ ...insertion, index }))
    .sort((one, other) => {
      if (one.at !== other.at) {
        return one.at - other.at;
      }
      if (closes(one) !== closes(other)) {
        return closes(one) ? -1 : 1;
      }
      return closes(one) ? other.index - one.index : one.index - other.index;
    });
  let result = '';
  let from = 0;
  for (const { at, text } of ordered) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}
