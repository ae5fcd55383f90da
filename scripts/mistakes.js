// Single mistakes as programmers make them: for scripts/mutants.js.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** @typedef {{ id: string, kind: string, file: string, from: number, to: number, by: string, said: string }} Mistake */
/** @typedef {any} Node of oxc's tree: each kind has fields of its own */

/** Each operator, and what stands there by mistake. @type {Map<string, string>} */
const OTHER = new Map();
for (const [one = '', other = ''] of ['< >=', '> <=', '=== !==', '&& ||'].map((pair) => pair.split(' '))) {
  OTHER.set(one, other).set(other, one);
}
/** Larger numbers are times and sizes, in which one more is not a mistake. */
const LARGEST_NUMBER = 64;

/** Every one that can be put into a file. @param {string} file @param {string} seed of their names */
export function mistakesIn(file, seed) {
  const code = readFileSync(file, 'utf8');
  const of = (/** @type {Node} */ { start, end }) => code.slice(start, end);
  /** @type {Mistake[]} */
  const found = [];
  const add = (/** @type {string} */ kind, /** @type {Node} */ node, /** @type {string} */ by) => {
    const { start: from, end: to } = node;
    // Chosen by what stands there, not where: code that has moved gets the same mistakes.
    const key = `${seed} ${kind} ${code.slice(Math.max(0, from - 60), to)} ${by}`;
    const id = createHash('sha256').update(key).digest('hex').slice(0, 10);
    const line = code.slice(0, from).split('\n').length;
    const said = `${id} ${file}:${line} ${kind}: ${of(node)} → ${by}`.replace(/\s+/g, ' ').slice(0, 240);
    found.push({ id, kind, file, from, to, by, said });
  };
  walk(parseSync(file, code).program, false, (node, isInFunction) => {
    const other = OTHER.get(node.operator);
    if (other !== undefined) {
      const at = code.indexOf(node.operator, node.left.end);
      const [left, right] = [code.slice(node.start, at), code.slice(at + node.operator.length, node.end)];
      const kind = node.type === 'BinaryExpression' ? 'comparison' : 'and/or';
      add(kind, node, kind === 'comparison' ? left + other + right : `((${left})${other}(${right}))`);
    } else if (node.type === 'IfStatement' && node.alternate === null && leaves(node.consequent)) {
      add('early end removed', node, '');
    } else if (/^(If|While|Conditional)/.test(node.type) && !OTHER.has(node.test.operator)) {
      add('condition negated', node.test, `!(${of(node.test)})`);
    } else if (node.type === 'ExpressionStatement' && /^(await |void )?[\w.#?]+\(/.test(of(node))) {
      // What is only logged is for people.
      if (!/^(this\.)?#?(\w+\.)?log(ger)?\.|^super\(/.test(of(node))) {
        add('call dropped', node, '{}');
      }
    } else if (
      node.type === 'CallExpression' &&
      /^Math\.(min|max)\((?!.*\.\.\.)/s.test(of(node)) &&
      node.arguments.length === 2
    ) {
      add(
        'limit removed',
        node,
        of(
          node.arguments.findLast((/** @type {Node} */ one) => !/^[\d_A-Z]+$/.test(of(one))) ??
            node.arguments[0],
        ),
      );
    } else if (isInFunction && Number.isInteger(node.value) && node.value <= LARGEST_NUMBER) {
      add('number', node, `${node.value + 1}`);
    }
  });
  return found;
}

/** @param {Node} node @returns {boolean} */
function leaves(node) {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  return /^(Return|Throw|Continue|Break)Statement$/.test(last?.type);
}

/** @param {Node} node @param {boolean} isInFunction @param {(node: Node, isInFunction: boolean) => void} visit */
function walk(node, isInFunction, visit) {
  const isCode = typeof node?.type === 'string' && !/^TS(?!As|Satisfies|NonNull)/.test(node.type);
  if (isCode) {
    visit(node, isInFunction);
  }
  for (const part of Array.isArray(node) || isCode ? Object.values(node) : []) {
    walk(part, isInFunction || /Function/.test(node.type), visit);
  }
}
