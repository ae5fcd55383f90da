/** The API page of a package: what it exports, as its declarations say it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Declaration, parseSync } from 'oxc-parser';
import { commentBefore, layoutTables } from './layout-tables.ts';

/** `doors` are the files that others import, by the name that they import them by. */
export function apiPage(name: string, doors: Readonly<Record<string, string>>): string {
  const parts = Object.entries(doors).map(([door, file]) => {
    const names = [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm)]
      .flatMap(([, list = '', from = '']) =>
        list.split(',').map((one) => ({ from, name: one.replace(/\btype\b/, '').trim() })),
      )
      .filter((one) => one.name !== '');
    const entries = names
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
      .map((one) => entry(one.name, join(dirname(file), one.from.replace(/\.ts$/, '.d.ts'))));
    return `## \`${door}\`\n\n${entries.join('\n')}`;
  });
  return `# API of ${name}\n\nMade from the sources by \`npm run docs\`.\n\n${parts.join('\n')}`;
}

function entry(name: string, file: string): string {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const declarations = { text, program, comments };
  for (const node of program.body) {
    if (
      node.type === 'ExportNamedDeclaration' &&
      node.declaration &&
      namesOf(node.declaration).includes(name)
    ) {
      const said = commentBefore(declarations, node.start);
      const code = text
        .slice(node.start, node.end)
        .replace(/^export (declare )?/, '')
        .replace(/^ +#private;\n/gm, '');
      const layout =
        node.declaration.type === 'TSTypeAliasDeclaration' ? layoutTables(declarations, code) : '';
      const parts = [`### \`${name}\``, said, `\`\`\`ts\n${code}\n\`\`\``, layout.trim()];
      return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
    }
  }
  throw new Error(`${file} does not declare ${name}`);
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}
