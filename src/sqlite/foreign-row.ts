/**
 * Asking for the columns of SQLite databases that other programs write, and reading the answers.
 * The driver ends the whole process over a text that is no UTF-8, and nothing keeps such texts out of a DJ's
 * library: old tags come in every encoding. So texts are asked for as bytes, and numbers never as texts.
 * Sizes are asked before values are loaded: one value can have a gigabyte.
 */

/** A row as the driver gives it. Nothing is believed of its values. */
export type ForeignRow = Readonly<Record<string, unknown>>;

/** Bytes; names and paths stay far below. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Some programs write numbers as texts. */
const MAX_NUMBER_BYTES = 64;

/** A row is an object by the driver's contract. */
export function foreignRow(row: unknown): ForeignRow {
  return typeof row === 'object' && row !== null ? { ...row } : {};
}

/** How a text is asked for, for `textOf`. One that is longer than any name is none. */
export function asText(column: string): string {
  return asBytes(column, MAX_TEXT_BYTES);
}

/** How bytes are asked for, for `bytesOf`; more than `most` are none. */
export function asBytes(column: string, most: number): string {
  return `CASE WHEN octet_length(${column}) <= ${most} THEN CAST(${column} AS BLOB) END AS ${column}`;
}

/** How a number is asked for, for `numberOf`. */
export function asNumber(column: string, name: string = column): string {
  return `CASE WHEN octet_length(${column}) <= ${MAX_NUMBER_BYTES} THEN CAST(${column} AS REAL) END AS ${name}`;
}

/** The text of a column that was asked for with `asText`; empty for everything else. */
export function textOf(row: ForeignRow, column: string): string {
  return new TextDecoder().decode(bytesOf(row, column));
}

/** The number of a column that was asked for with `asNumber`; undefined for everything else. */
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
