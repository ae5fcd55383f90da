import { readLive } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import type { Finding } from '../../wire/doctor.ts';
import { VirtualDjClient } from './client.ts';
import { findVirtualDj } from './find.ts';
import { foundFinding, notFoundFinding, whyNotFound } from './findings.ts';
import type { VirtualDjSettings } from './options.ts';

/** Whether VirtualDJ answers, before a set. Sends it one query. */
export async function examineVirtualDj(
  settings: VirtualDjSettings,
  tools: Pick<Tools, 'clock' | 'fetch'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found = await findVirtualDj(settings, tools, signal);
  return found instanceof VirtualDjClient
    ? foundFinding(found.url, readLive(settings, 'virtualdj.token').isEmpty)
    : [notFoundFinding(whyNotFound(found))];
}
