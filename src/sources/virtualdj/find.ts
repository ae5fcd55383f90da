import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { VirtualDjClient } from './client.ts';
import type { Failure } from './findings.ts';
import { urlsOf, type VirtualDjSettings } from './options.ts';

/** VirtualDJ is on this computer or in this network. */
const ANSWERS_WITHIN_MS = 700;

/** First that answers, or all failures. Throws the signal's reason. */
export async function findVirtualDj(
  settings: VirtualDjSettings,
  tools: Pick<Tools, 'clock' | 'fetch'>,
  signal: AbortSignal,
): Promise<VirtualDjClient | readonly Failure[]> {
  const failures: Failure[] = [];
  for (const url of urlsOf(settings)) {
    const client = new VirtualDjClient(url, () => readLive(settings, 'virtualdj.token'), tools);
    try {
      if (await client.isThere(ANSWERS_WITHIN_MS, signal)) {
        return client;
      }
      failures.push({ url, error: new UpstreamError(say('virtualdj.another-program'), 'drop') });
    } catch (error) {
      if (!(error instanceof UpstreamError)) {
        throw error;
      }
      failures.push({ url, error });
    }
  }
  return failures;
}
