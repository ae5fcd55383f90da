/** Leaves the authorization alone: each use may replace the token. */

import { textOf } from '../../core/errors.ts';
import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { readTokenFile } from './token-file.ts';

export async function isAuthorized(given: boolean, path: string, disk: Disk): Promise<boolean> {
  return given || (await readTokenFile(path, disk)) !== undefined;
}

export async function examineAuthorization(given: boolean, path: string, disk: Disk): Promise<Finding> {
  let reason: Text;
  try {
    if (await isAuthorized(given, path, disk)) {
      return okFinding('services', say('streamingsource.deckcast-authorized-streaming-account'));
    }
    reason = say('streamingsource.there-is-none');
  } catch (error) {
    reason = textOf(error);
  }
  return {
    area: 'services',
    severity: 'fault',
    finding: say('streamingsource.no-authorization-streaming-account', { file: path, reason }),
    means: say('streamingsource.nothing-account-plays-shown'),
    todo: say('streamingsource.give-set-up-page-setup-deckcast'),
  };
}
