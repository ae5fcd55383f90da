/** The API page of a package: what it exports, as its declarations say it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Declaration, parseSync } from 'oxc-parser';

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
  for (const node of program.body) {
    if (
      node.type === 'ExportNamedDeclaration' &&
      node.declaration &&
      namesOf(node.declaration).includes(name)
    ) {
      const comment = comments.find(({ end }) => text.slice(end, node.start).trim() === '');
      const said = (comment?.value ?? '')
        .replace(/^\*/, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
        .filter((line) => !line.trim().startsWith('@public'))
        .join('\n')
        .trim();
      const code = text
        .slice(node.start, node.end)
        .replace(/^export (declare )?/, '')
        .replace(/^ +#private;\n/gm, '');
      return `### \`${name}\`\n\n${said === '' ? '' : `${said}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n`;
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
