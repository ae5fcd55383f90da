import { fileURLToPath } from 'node:url';
import { exchange } from '../../../clients/http.ts';
import { say } from '../../../core/message.ts';
import type { Disk, Tools } from '../../../core/tools.ts';
import type { NativeArt } from '../../../core/track.ts';

const TIME_LIMIT_MS = 5000;
const MAX_BYTES = 10 * 1024 * 1024;

/** Undefined for addresses that cannot be fetched. */
export function artAt(
  address: string,
  tools: Pick<Tools, 'fetch' | 'clock' | 'disk' | 'userAgent'>,
): NativeArt | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const url = new URL(address);
  switch (url.protocol) {
    case 'file:':
      return () => readPicture(fileURLToPath(url), tools.disk);
    case 'data:': {
      const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(address) ?? [];
      return base64 === undefined ? undefined : async () => Buffer.from(base64, 'base64');
    }
    case 'http:':
    case 'https:':
      return async (signal) => {
        const headers = { 'user-agent': tools.userAgent };
        const request = { url, headers, timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES, signal };
        return (await exchange(say('mediacontrol.art'), request, tools)).bytes;
      };
    default:
      return undefined;
  }
}

/** Players may name any file, so its size is limited. */
async function readPicture(path: string, disk: Disk): Promise<Uint8Array | undefined> {
  const found = await disk.stat(path).catch(() => undefined);
  return found?.kind === 'file' && found.size <= MAX_BYTES ? disk.read(path) : undefined;
}
