/**
 * Selects columns from SQLite databases that other programs write, and reads the values. The driver ends the whole
 * process over a text that is not UTF-8, and nothing keeps such texts out of a DJ's library: old tags come in every
 * encoding. So texts are selected as bytes, and numbers never as texts. Sizes are checked before values are loaded: one
 * value can have a gigabyte.
 */

/** A row from the driver. Its values are untrusted. */
export type ForeignRow = Readonly<Record<string, unknown>>;

/** Bytes; names and paths stay far below. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Some programs write numbers as texts. */
const MAX_NUMBER_BYTES = 64;

/** A row is an object by the driver's contract. */
export function foreignRow(row: unknown): ForeignRow {
  return typeof row === 'object' && row !== null ? { ...row } : {};
}

/** Selects a text, for `textOf`. A text longer than any name is null. */
export function asText(column: string): string {
  return asBytes(column, MAX_TEXT_BYTES);
}

/** Selects bytes, for `bytesOf`; null when there are more than `most`. */
export function asBytes(column: string, most: number): string {
  return `CASE WHEN octet_length(${column}) <= ${most} THEN CAST(${column} AS BLOB) END AS ${column}`;
}

/** Selects a number, for `numberOf`. */
export function asNumber(column: string, name: string = column): string {
  return `CASE WHEN octet_length(${column}) <= ${MAX_NUMBER_BYTES} THEN CAST(${column} AS REAL) END AS ${name}`;
}

/** The text of a column that was selected with `asText`; empty for anything else. */
export function textOf(row: ForeignRow, column: string): string {
  return new TextDecoder().decode(bytesOf(row, column));
}

/** The number of a column that was selected with `asNumber`; undefined for anything else. */
export function numberOf(row: ForeignRow, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The bytes of a column; none for everything else. The driver has two forms for them. */
export function bytesOf(row: ForeignRow, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) {
    return new Uint8Array(value);
  }
  return value instanceof Uint8Array ? value : new Uint8Array();
}
