/** Asks an npm registry which version is the newest. */
import * as v from 'valibot';
import { exchange } from '../clients/http.ts';
import { readAnswer } from '../clients/json.ts';
import type { Tools } from '../core/tools.ts';

const TIME_LIMIT_MS = 5_000;
/** The description of one version has some kilobytes. */
const MAX_ANSWER = 256 * 1024;

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.-]+)?$/;
const Latest = v.object({ version: v.pipe(v.string(), v.regex(VERSION, 'no version')) });

/** The newest published version. Throws UpstreamError. */
export async function newestVersion(
  registry: string,
  { userAgent, ...tools }: Tools,
  signal: AbortSignal,
): Promise<string> {
  const service = `the npm registry at ${new URL(registry).origin}`;
  const url = new URL('deckcast/latest', registry.endsWith('/') ? registry : `${registry}/`);
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const request = { url, headers, timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_ANSWER, signal };
  return readAnswer(service, await exchange(service, request, tools), Latest).version;
}

/** Whether a version is newer than another, by semantic versioning; of two pre-releases of the same version, never. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  for (const part of [1, 2, 3]) {
    const difference = Number(one?.[part]) - Number(other?.[part]);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return one?.[4] === undefined && other?.[4] !== undefined;
}
