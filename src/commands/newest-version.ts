import * as v from 'valibot';
import { exchange, readAnswer } from '../clients/http.ts';
import type { Tools } from '../core/tools.ts';
import { VERSION } from '../host/package/versions.ts';

const TIME_LIMIT_MS = 5_000;
const MAX_ANSWER = 256 * 1024;

const Latest = v.object({ version: v.pipe(v.string(), v.regex(VERSION, 'no version')) });

/** Throws UpstreamError. */
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
