/** Facts about source files from a parser, for tests of ARCHITECTURE.md's rules. */
import { readFileSync } from 'node:fs';
import { type Expression, type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** Modules that a file imports: static, dynamic and type imports. */
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

/** Returns whether a file uses `process` as its owner: arguments, exit status, signals. */
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

/** Comments of a file without their marks. */
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
