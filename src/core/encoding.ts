/** Not supported by Node's decoder. */
const WITHOUT_DECODER = 'iso-8859-16';

/** `label`: of the WHATWG encoding standard. Undefined if unknown. */
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
