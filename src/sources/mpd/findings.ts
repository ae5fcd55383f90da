/** Whether MPD says what it plays, and what to do when it does not. Pure. */
import { messageOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, well } from '../../core/finding.ts';

/** `at`: where it was looked for; `error`: of the connection. */
export function whyNotFollowed(at: string, error: unknown): Finding {
  const problem = {
    area: 'software',
    severity: 'fault',
    finding: `${messageOf(error)} (${at})`,
    means: 'until then, nothing that MPD plays is shown',
  } as const;
  return error instanceof UpstreamError && error.advice === 'stop'
    ? { ...problem, todo: 'set --mpd.password to one of the passwords in the configuration of MPD' }
    : {
        ...problem,
        todo: 'start MPD; --mpd.addr is the address and port at which it listens, --mpd.socket its socket (bind_to_address and port in its configuration)',
        plain: 'no MPD answers. Start it, or type below where it listens',
        waits: true,
      };
}

/** `version`: its own. */
export function followedFinding(at: string, version: string): Finding {
  return well('software', `MPD ${version} answers at ${at}`);
}
