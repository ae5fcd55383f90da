/** RFC 4180. Escapes formulas, because titles are untrusted. */
export function separated(rows: readonly (readonly string[])[], separator: ',' | '\t'): string {
  return rows.map((row) => `${row.map((value) => cell(value, separator)).join(separator)}\r\n`).join('');
}

function cell(value: string, separator: string): string {
  const harmless = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return harmless.includes(separator) || /["\r\n]/.test(harmless)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
