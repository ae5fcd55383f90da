/** Renders the message tables of a declaration file as documentation. Offsets, kinds and lengths are hexadecimal. */
import { type Comment, type Program, type TSType, type TSTypeLiteral, Visitor } from 'oxc-parser';

export interface Declarations {
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Text of the comment before `start`, without its stars. */
export function commentBefore({ text, comments }: Declarations, start: number): string {
  const comment = comments.find(({ end }) => end <= start && text.slice(end, start).trim() === '');
  return (comment?.value ?? '')
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .filter((line) => !line.trim().startsWith('@public'))
    .join('\n')
    .trim();
}

/** Tables that a type is derived from: `typeof TABLE`, or one kind of it. */
export function layoutTables(declarations: Declarations, type: string): string {
  return [...type.matchAll(/typeof (\w+)(?:\.(\w+))?(?:, '([^']+)')?/g)]
    .flatMap(([, name = '', member = '', kind]) => {
      const declared = tableNamed(declarations, name);
      const table = literalIn(membersOf(declared).get(member)?.type ?? declared);
      if (table === undefined) {
        return [];
      }
      const one = kind === undefined ? undefined : literalIn(membersOf(table).get(kind)?.type);
      return [one === undefined ? tableOf(declarations, table) : fieldTable(declarations, one)];
    })
    .join('\n');
}

/** Renders kinds of messages, or the fields of one. */
function tableOf(declarations: Declarations, table: TSTypeLiteral): string {
  const members = [...membersOf(table)];
  if (members.every(([, { type }]) => !['LinkKind', 'Coded'].includes(nameOf(type)))) {
    return fieldTable(declarations, table);
  }
  const rows = members.map(([name, { start, type }]) => {
    const [fields, code, length] = partsOf(type);
    const places = [...membersOf(literalIn(fields))].map(([field, { type: place }]) =>
      nameOf(place) === 'WirePlace' ? `${hex(partsOf(place)[1], 2)} ${field}` : field,
    );
    const said = commentBefore(declarations, start).replaceAll('\n', ' ');
    return [hex(code, 2), `\`${name}\``, length === undefined ? '' : hex(length), places.join(', '), said];
  });
  return markdown(['kind', '`kind`', 'length', 'fields', ''], rows);

  function hex(part: TSType | undefined, digits = 1): string {
    return hexadecimal(declarations, part, digits);
  }
}

function fieldTable(declarations: Declarations, fields: TSTypeLiteral): string {
  const rows = [...membersOf(fields)].map(([name, { start, type }]) => {
    const [value, ...numbers] = partsOf(type);
    const [size, offset] = numbers.toReversed().map((one) => hexadecimal(declarations, one));
    const holds = textOf(declarations, value).replaceAll('|', '\\|');
    const said = commentBefore(declarations, start).replaceAll('\n', ' ');
    return [offset?.padStart(2, '0') ?? '', size ?? '', `\`${name}\``, `\`${holds}\``, said];
  });
  return markdown(['offset', 'size', 'field', 'value', ''], rows);
}

/** Omits empty columns. */
function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_, column) => filled[column]).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n');
}

function tableNamed({ program }: Declarations, name: string): TSType | undefined {
  let found: TSType | undefined;
  new Visitor({
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier' && id.name === name) {
        found = id.typeAnnotation?.typeAnnotation;
      }
    },
  }).visit(program);
  return found;
}

/** Members by name, with their position and type. */
function membersOf(
  type: TSType | undefined,
): ReadonlyMap<string, { readonly start: number; readonly type: TSType | undefined }> {
  const members = type?.type === 'TSTypeLiteral' ? type.members : [];
  return new Map(
    members.flatMap((member) => {
      if (member.type !== 'TSPropertySignature') {
        return [];
      }
      const { key, start, typeAnnotation } = member;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
      return [[name, { start, type: typeAnnotation?.typeAnnotation }] as const];
    }),
  );
}

/** Type arguments. */
function partsOf(type: TSType | undefined): readonly TSType[] {
  return type?.type === 'TSImportType' || type?.type === 'TSTypeReference'
    ? (type.typeArguments?.params ?? [])
    : [];
}

/** Name of a generic type. */
function nameOf(type: TSType | undefined): string {
  const name =
    type?.type === 'TSImportType'
      ? type.qualifier
      : type?.type === 'TSTypeReference'
        ? type.typeName
        : undefined;
  return name?.type === 'Identifier' ? name.name : '';
}

/** Table that a type is or is derived from. */
function literalIn(type: TSType | undefined): TSTypeLiteral | undefined {
  const [first] = partsOf(type);
  return type?.type === 'TSTypeLiteral' ? type : first && literalIn(first);
}

function textOf({ text }: Declarations, type: TSType | undefined): string {
  return type === undefined ? '' : text.slice(type.start, type.end);
}

function hexadecimal(declarations: Declarations, type: TSType | undefined, digits = 1): string {
  return Number(textOf(declarations, type)).toString(16).padStart(digits, '0');
}
