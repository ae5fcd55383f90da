/** API page of a package: its exported declarations, and the types that these refer to. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Declaration, parseSync } from 'oxc-parser';
import { commentBefore, type Declarations, layoutTables } from './layout-tables.ts';

interface File extends Declarations {
  readonly path: string;
}

interface Found {
  readonly file: File;
  readonly declaration: Declaration;
  readonly start: number;
  readonly end: number;
}

/** `doors` are entry files by their import name. */
export function apiPage(name: string, doors: Readonly<Record<string, string>>): string {
  const described = new Set<string>();
  const used: string[] = [];
  const elsewhere = new Map<string, Set<string>>();
  const describe = (one: string, found: Found): string => {
    described.add(idOf(one, found.file.path));
    for (const [type, from] of referredTo(found)) {
      if (from === undefined) {
        continue;
      }
      if (typeof from === 'string') {
        elsewhere.set(from, (elsewhere.get(from) ?? new Set()).add(type));
      } else if (!exported.has(idOf(type, from.file.path))) {
        pending.set(idOf(type, from.file.path), { type, from });
      }
    }
    return entry(one, found);
  };
  const exports = Object.entries(doors).map(([door, file]) => ({ door, names: exportsOf(file) }));
  const exported = new Set(
    exports.flatMap(({ names }) => names.map((one) => idOf(one.name, one.found.file.path))),
  );
  const pending = new Map<string, { readonly type: string; readonly from: Found }>();
  const parts = exports.map(
    ({ door, names }) =>
      `## \`${door}\`\n\n${names
        .toSorted((one, other) => rankOf(one.found) - rankOf(other.found))
        .map((one) => describe(one.name, one.found))
        .join('\n')}`,
  );
  for (const [id, { type, from }] of pending) {
    if (!described.has(id)) {
      used.push(describe(type, from));
    }
  }
  return [
    `# API of ${name}\n\nMade from the sources by \`npm run docs\`. Classes come first, then messages, functions, types and constants.\n`,
    ...parts,
    ...(used.length === 0
      ? []
      : [
          `## Types that these refer to\n\nThey cannot be imported by name.\n\n${used.toSorted().join('\n')}`,
        ]),
    ...[...elsewhere].map(
      ([from, types]) =>
        `## Types of \`${from}\`\n\nIts own API page explains ${[...types]
          .toSorted()
          .map((type) => `\`${type}\``)
          .join(', ')}.\n`,
    ),
  ].join('\n');
}

function idOf(name: string, file: string): string {
  return `${file}#${name}`;
}

function exportsOf(door: string): { readonly name: string; readonly found: Found }[] {
  return [...readFileSync(door, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm)]
    .flatMap(([, list = '', from = '']) =>
      list
        .split(',')
        .map((one) => ({ from, name: one.replace(/\btype\b/, '').trim() }))
        .filter((one) => one.name !== ''),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ from, name }) => {
      const file = parsed(declarationsAt(door, from));
      const found = declared(name, file);
      if (found === undefined) {
        throw new Error(`${file.path} does not declare ${name}`);
      }
      return { name, found };
    });
}

/** Resolves an import to its declaration file. */
function declarationsAt(file: string, from: string): string {
  return join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts'));
}

const files = new Map<string, File>();

function parsed(path: string): File {
  const known = files.get(path);
  if (known !== undefined) {
    return known;
  }
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const file = { path, text, program, comments };
  files.set(path, file);
  return file;
}

function declared(name: string, file: File): Found | undefined {
  for (const node of file.program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declaration && 'type' in declaration && namesOf(declaration as Declaration).includes(name)) {
      return { file, declaration: declaration as Declaration, start: node.start, end: node.end };
    }
  }
  return undefined;
}

/**
 * Types that a declaration uses, with their package, or this one's file.
 * Undefined for types of the language and of Node, and for type parameters.
 */
function* referredTo({
  file,
  start,
  end,
}: Found): Iterable<[type: string, from: Found | string | undefined]> {
  const code = file.text
    .slice(start, end)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'/g, '""')
    // The entry itself contains the message tables.
    .replace(/typeof \w+/g, '');
  for (const type of new Set(code.match(/\b[A-Z]\w*\b/g))) {
    yield [type, placeOf(type, file)];
  }
}

function placeOf(type: string, file: File): Found | string | undefined {
  const own = declared(type, file);
  if (own !== undefined) {
    return own;
  }
  for (const node of file.program.body) {
    if (node.type !== 'ImportDeclaration') {
      continue;
    }
    const from = node.source.value;
    const specifier = node.specifiers.find(({ local }) => local.name === type);
    if (specifier === undefined) {
      continue;
    }
    const name =
      specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
        ? specifier.imported.name
        : type;
    if (!from.startsWith('.')) {
      return from.startsWith('@deckcast/') ? from : undefined;
    }
    const path = declarationsAt(file.path, from);
    return existsSync(path) ? declared(name, parsed(path)) : undefined;
  }
  return undefined;
}

/** Returns the rank of a declaration: classes, messages, functions, types, constants. */
function rankOf({ file, declaration, start, end }: Found): number {
  switch (declaration.type) {
    case 'ClassDeclaration':
      return 0;
    case 'TSTypeAliasDeclaration':
      return layoutTables(file, file.text.slice(start, end)) === '' ? 3 : 1;
    case 'TSInterfaceDeclaration':
      return 3;
    case 'VariableDeclaration':
      return 4;
    default:
      return 2;
  }
}

function entry(name: string, { file, declaration, start, end }: Found): string {
  const said = commentBefore(file, start);
  if (said === '') {
    throw new Error(`${file.path}: ${name} has no sentence`);
  }
  const code = file.text
    .slice(start, end)
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replace(/^ +#private;\n/gm, '');
  const layout = declaration.type === 'TSTypeAliasDeclaration' ? layoutTables(file, code) : '';
  const parts = [`### \`${name}\``, said, `\`\`\`ts\n${code}\n\`\`\``, layout.trim()];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}
