import { StatusError } from '../../clients/http.ts';
import { type Finding, notWatched } from '../../core/finding.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/message.ts';
import { readLive, Secret } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { VirtualDjClient } from './client.ts';
import { findVirtualDj } from './find.ts';
import { foundFinding, whyNotFound } from './findings.ts';
import { urlsOf, type VirtualDjSettings } from './options.ts';

export async function examineVirtualDj(
  settings: VirtualDjSettings,
  tools: Pick<Tools, 'clock' | 'fetch'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found = await findVirtualDj(settings, tools, signal);
  const token = readLive(settings, 'virtualdj.token');
  return found instanceof VirtualDjClient
    ? foundFinding(found.url, token.isEmpty)
    : [whyNotFound(found, token)];
}

/** Sends no password: another program may be there. */
export async function suggestVirtualDj(
  settings: VirtualDjSettings,
  tools: Pick<Tools, 'clock' | 'fetch'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const hosts = urlsOf(settings).map((url) => new URL(url).hostname);
  if (!hosts.every((host) => host === 'localhost' || isLoopback(host))) {
    return [];
  }
  const found = await findVirtualDj({ ...settings, 'virtualdj.token': new Secret('') }, tools, signal);
  if (found instanceof VirtualDjClient) {
    return [notWatched('virtualdj', 'software', say('virtualdj.virtualdj-answers', { address: found.url }))];
  }
  const locked = found.find(({ error }) => error instanceof StatusError && error.status === 401);
  return locked === undefined
    ? []
    : [
        notWatched(
          'virtualdj',
          'software',
          say('virtualdj.program-asks-password-may-virtualdj', { address: locked.url }),
        ),
      ];
}
