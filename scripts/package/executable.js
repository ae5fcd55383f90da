// System and processor of a file, from its first bytes.

const ELF_MACHINES = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const PE_MACHINES = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const MACHO_PROCESSORS = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);

/**
 * `elf-x64`, `macho-arm64`, `pe-x64`, … for one processor, `elf-other` and similar for another or several, undefined
 * for other files.
 * @param {Uint8Array} bytes
 * @returns {string | undefined}
 */
export function kindOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 20 && view.getUint32(0) === 0x7f454c46) {
    return `elf-${ELF_MACHINES.get(view.getUint16(18, true)) ?? 'other'}`;
  }
  if (bytes.length >= 8 && view.getUint32(0, true) === 0xfeedfacf) {
    return `macho-${MACHO_PROCESSORS.get(view.getUint32(4, true)) ?? 'other'}`;
  }
  if (bytes.length >= 64 && view.getUint16(0) === 0x4d5a) {
    const header = view.getUint32(0x3c, true);
    const isPe = header + 6 <= bytes.length && view.getUint32(header) === 0x50450000;
    return isPe ? `pe-${PE_MACHINES.get(view.getUint16(header + 4, true)) ?? 'other'}` : 'pe-other';
  }
  return undefined;
}
