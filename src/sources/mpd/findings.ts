import { textOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, okFinding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';

export function whyNotFollowed(at: string, error: unknown): Finding {
  const problem = {
    area: 'software',
    severity: 'fault',
    finding: say('mpd.fails', { reason: textOf(error), address: at }),
    means: say('mpd.until-then-nothing-mpd-plays-shown'),
  } as const;
  return error instanceof UpstreamError && error.advice === 'stop'
    ? { ...problem, todo: say('mpd.set-mpd-password-one-passwords-configuration') }
    : {
        ...problem,
        todo: say('mpd.start-mpd-mpd-addr-address-port'),
        plain: say('mpd.no-mpd-answers-start-type-below'),
        waits: true,
      };
}

export function followedFinding(at: string, version: string): Finding {
  return okFinding('software', say('mpd.mpd-answers', { version, address: at }));
}
