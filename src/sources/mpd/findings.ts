/** Whether MPD says what it plays, and what to do when it does not. Pure. */

import { messageOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { well } from '../../core/finding.ts';

export interface MpdProblem {
  readonly problem: string;
  readonly hint: string;
}

/** `at`: where it was looked for; `error`: of the connection. */
export function whyNotFollowed(at: string, error: unknown): MpdProblem {
  const problem = `${messageOf(error)} (${at})`;
  return error instanceof UpstreamError && error.advice === 'stop'
    ? { problem, hint: 'set --mpd.password to one of the passwords in the configuration of MPD' }
    : {
        problem,
        hint: 'start MPD; --mpd.addr is the address and port at which it listens, --mpd.socket its socket (bind_to_address and port in its configuration)',
      };
}

/** `version`: its own; undefined while it is not followed. */
export function mpdFindings(
  at: string,
  version: string | undefined,
  problem: MpdProblem | undefined,
): readonly Finding[] {
  if (problem !== undefined) {
    return [
      {
        area: 'software',
        severity: 'fault',
        finding: problem.problem,
        means: 'until then, nothing that MPD plays is shown',
        todo: problem.hint,
      },
    ];
  }
  return version === undefined ? [] : [well('software', `MPD ${version} answers at ${at}`)];
}
