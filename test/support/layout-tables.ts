/** The tables of messages that a declaration file holds, as documentation: offsets, kinds and lengths are hexadecimal. */
import { type Comment, type Program, type TSType, type TSTypeLiteral, Visitor } from 'oxc-parser';

/** A file of declarations, parsed. */
export interface Declarations {
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** What a comment says, without its stars. */
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

/** The tables that a type is made from: `typeof TABLE`, one kind of it where that is named. */
export function layoutTables(declarations: Declarations, type: string): string {
  return [...type.matchAll(/typeof (\w+)(?:\.(\w+))?(?:, '([^']+)')?/g)]
    .flatMap(([, name = '', member = '', kind]) => {
      const declared = tableNamed(declarations, name);
      const table = member === '' ? declared : membersOf(declared).get(member)?.type;
      if (table?.type !== 'TSTypeLiteral') {
        return [];
      }
      const one = kind === undefined ? undefined : partsOf(membersOf(table).get(kind)?.type)[0];
      return [one?.type === 'TSTypeLiteral' ? fieldTable(declarations, one) : tableOf(declarations, table)];
    })
    .join('\n');
}

/** Kinds of messages, or the fields of one. */
function tableOf(declarations: Declarations, table: TSTypeLiteral): string {
  const members = [...membersOf(table)];
  if (members.every(([, { type }]) => partsOf(type)[0]?.type !== 'TSTypeLiteral')) {
    return fieldTable(declarations, table);
  }
  const rows = members.map(([name, { start, type }]) => {
    const [fields, code, length] = partsOf(type);
    const places = [...membersOf(fields)].map(
      ([field, { type: place }]) => `${hex(partsOf(place)[1], 2)} ${field}`,
    );
    const said = commentBefore(declarations, start).replaceAll('\n', ' ');
    return `| ${hex(code, 2)} | \`${name}\` | ${hex(length)} | ${places.join(', ')} | ${said} |`;
  });
  return ['| kind | `kind` | length | fields | |', '|---|---|---|---|---|', ...rows, ''].join('\n');

  function hex(part: TSType | undefined, digits = 1): string {
    return hexadecimal(declarations, part, digits);
  }
}

function fieldTable(declarations: Declarations, fields: TSTypeLiteral): string {
  const rows = [...membersOf(fields)].map(([name, { start, type }]) => {
    const [value, offset, size] = partsOf(type);
    const holds = textOf(declarations, value).replaceAll('|', '\\|');
    const said = commentBefore(declarations, start).replaceAll('\n', ' ');
    return `| ${hexadecimal(declarations, offset, 2)} | ${hexadecimal(declarations, size)} | \`${name}\` | \`${holds}\` | ${said} |`;
  });
  return ['| offset | size | field | value | |', '|---|---|---|---|---|', ...rows, ''].join('\n');
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

/** By name: where it begins, and its type. */
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

/** What stands between the angle brackets. */
function partsOf(type: TSType | undefined): readonly TSType[] {
  return type?.type === 'TSImportType' || type?.type === 'TSTypeReference'
    ? (type.typeArguments?.params ?? [])
    : [];
}

function textOf({ text }: Declarations, type: TSType | undefined): string {
  return type === undefined ? '' : text.slice(type.start, type.end);
}

function hexadecimal(declarations: Declarations, type: TSType | undefined, digits = 1): string {
  return Number(textOf(declarations, type)).toString(16).padStart(digits, '0');
}
