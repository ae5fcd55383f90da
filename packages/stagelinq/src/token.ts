/** Token that devices accept and many programs use. Programs with equal tokens cannot be distinguished. */
export const DEFAULT_TOKEN = '52fdfc072182654f163f5f0f9a621d72';

/** Random token that devices accept: they ignore tokens whose first bit is set. */
export function randomToken(): string {
  const bytes = Buffer.alloc(16);
  crypto.getRandomValues(bytes);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  bytes.writeUInt8(bytes.readUInt8(8) & 0x3f, 8);
  return bytes.toString('hex');
}

/** Token in a UUID of any spelling. */
export function tokenFromUuid(uuid: string): string | undefined {
  const token = uuid.replace(/[-{}]/g, '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(token) ? token : undefined;
}

/** Formats a token as a UUID. */
export function uuidFromToken(token: string): string {
  return token.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
