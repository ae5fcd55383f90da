/** What source files say, as a parser reads them: for the tests that keep the rules of ARCHITECTURE.md. */
import { readFileSync } from 'node:fs';
import {
  type Argument,
  type Expression,
  type MemberExpression,
  type Program,
  type PropertyDefinition,
  parseSync,
  Visitor,
  type VisitorObject,
} from 'oxc-parser';

/** Every module that a file imports: static, dynamic and for its types alone. */
export function importsOf(file: string): string[] {
  const found: string[] = [];
  const note = ({ source }: { readonly source: Expression | null }): void => {
    const target = source === null ? undefined : textOf(source);
    if (target !== undefined) {
      found.push(target);
    }
  };
  visit(file, {
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: note,
    TSImportType: note,
  });
  return found;
}

/** Whether a file uses `process` as the owner of a program does: its arguments, its exit status, its signals. */
export function ownsProcess(file: string): boolean {
  let owns = false;
  visit(file, {
    MemberExpression({ object, property }) {
      const name = property.type === 'Identifier' ? property.name : '';
      owns ||= isProcess(object) && ['argv', 'exit', 'exitCode'].includes(name);
    },
    CallExpression({ callee, arguments: [event] }) {
      owns ||=
        callee.type === 'MemberExpression' &&
        isProcess(callee.object) &&
        event?.type === 'Literal' &&
        String(event.value).startsWith('SIG');
    },
    ImportDeclaration({ source }) {
      owns ||= source.value === 'node:process';
    },
  });
  return owns;
}

function isProcess(node: Expression): boolean {
  return node.type === 'Identifier' && node.name === 'process';
}

function textOf(node: Expression): string | undefined {
  if (node.type === 'Literal') {
    return typeof node.value === 'string' ? node.value : undefined;
  }
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

/**
 * What a file writes under these keys (`#problem` for a private one) and hands to these functions (by name, with the place
 * of the argument): each text that it may be, with `{}` for what is filled in. What other files make is not followed.
 */
export function wordsUnder(
  file: string,
  keys: readonly string[],
  functions: Readonly<Record<string, number>>,
): string[] {
  const found: Expression[] = [];
  const named = new Map<string, Expression>();
  const handed = (callee: Expression, given: readonly Argument[]): void => {
    const name = callee.type === 'MemberExpression' ? keyOf(callee.property) : keyOf(callee);
    const argument = given[functions[name] ?? given.length];
    if (argument !== undefined && argument.type !== 'SpreadElement') {
      found.push(argument);
    }
  };
  visit(file, {
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) {
        named.set(id.name, init);
      }
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && keys.includes(key.name)) {
        // Patterns have no texts.
        found.push(value as Expression);
      }
    },
    PropertyDefinition({ key, value }) {
      if (keys.includes(keyOf(key)) && value !== null) {
        found.push(value);
      }
    },
    AssignmentExpression({ left, right }) {
      if (left.type === 'MemberExpression' && keys.includes(keyOf(left.property))) {
        found.push(right);
      }
    },
    CallExpression: (node) => handed(node.callee, node.arguments),
    NewExpression: (node) => handed(node.callee, node.arguments),
  });
  return found.flatMap((node) => wordsOf(node, named));
}

function keyOf(node: Expression | MemberExpression['property'] | PropertyDefinition['key']): string {
  if (node.type === 'PrivateIdentifier') {
    return `#${node.name}`;
  }
  return node.type === 'Identifier' ? node.name : '';
}

function wordsOf(node: Expression, named: ReadonlyMap<string, Expression>): string[] {
  const within = (inner: Expression): string[] => wordsOf(inner, named);
  switch (node.type) {
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join('{}')];
    case 'ConditionalExpression':
      return [...within(node.consequent), ...within(node.alternate)];
    case 'BinaryExpression': {
      const ends = within(node.right);
      return node.left.type === 'PrivateIdentifier'
        ? []
        : within(node.left).flatMap((begin) => ends.map((end) => begin + end));
    }
    case 'Identifier': {
      const value = named.get(node.name);
      return value === undefined ? [] : within(value);
    }
    case 'MemberExpression':
      return node.computed ? tableOf(node.object, named).flatMap(within) : [];
    default:
      return textOf(node) === undefined ? [] : [textOf(node) ?? ''];
  }
}

/** What a table of texts holds, of which an expression takes one. */
function tableOf(node: Expression, named: ReadonlyMap<string, Expression>): Expression[] {
  const table = node.type === 'Identifier' ? named.get(node.name) : undefined;
  return table?.type === 'ObjectExpression'
    ? table.properties.flatMap((one) => (one.type === 'Property' ? [one.value as Expression] : []))
    : [];
}

/** The comments of a file, without their marks. */
export function commentsOf(file: string): string[] {
  return parseSync(file, readFileSync(file, 'utf8')).comments.map(({ value }) => value);
}

function visit(file: string, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parsed(file));
}

const programs = new Map<string, Program>();

function parsed(file: string): Program {
  const known = programs.get(file);
  if (known !== undefined) {
    return known;
  }
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors[0] !== undefined) {
    throw new Error(`${file}: ${errors[0].message}`);
  }
  programs.set(file, program);
  return program;
}
