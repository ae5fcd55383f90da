/**
 * The driver crashes the process on text that isn't UTF-8, and old tags come in every encoding, so text is
 * selected as bytes, and numbers never as text. Sizes are checked before loading: a value can have a
 * gigabyte.
 */

export type ForeignRow = Readonly<Record<string, unknown>>;

/** Names and paths are far shorter. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Allows for numbers stored as text. */
const MAX_NUMBER_BYTES = 64;

export function foreignRow(row: unknown): ForeignRow {
  return typeof row === 'object' && row !== null ? { ...row } : {};
}

/** Null above the limit. */
export function asText(column: string): string {
  return asBytes(column, MAX_TEXT_BYTES);
}

/** Null above `most`. */
export function asBytes(column: string, most: number): string {
  return `CASE WHEN octet_length(${column}) <= ${most} THEN CAST(${column} AS BLOB) END AS ${column}`;
}

export function asNumber(column: string, name: string = column): string {
  return `CASE WHEN octet_length(${column}) <= ${MAX_NUMBER_BYTES} THEN CAST(${column} AS REAL) END AS ${name}`;
}

/** Select it with `asText`; else empty. */
export function textOf(row: ForeignRow, column: string): string {
  return new TextDecoder().decode(bytesOf(row, column));
}

/** Select it with `asNumber`; else undefined. */
export function numberOf(row: ForeignRow, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Empty for other values. The driver has two types of bytes. */
export function bytesOf(row: ForeignRow, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) {
    return new Uint8Array(value);
  }
  return value instanceof Uint8Array ? value : new Uint8Array();
}
