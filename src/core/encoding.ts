/** Absent from Node's decoder. */
const WITHOUT_DECODER = 'iso-8859-16';

/** Canonical name of a text encoding, from any of its labels in the WHATWG encoding standard; undefined for others. */
export function encodingNamed(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (name === WITHOUT_DECODER) {
    return name;
  }
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
