import { NoAnswerError } from '../../clients/http.ts';
import { textOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, okFinding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';

export type Failure = { readonly url: string; readonly error: unknown };

export function whyNotFound(failures: readonly Failure[], token: Secret): Finding {
  const refusal = failures.find(({ error }) => error instanceof UpstreamError && error.advice === 'stop');
  if (refusal !== undefined) {
    return {
      ...NOT_FOLLOWED,
      finding: say(token.isEmpty ? 'virtualdj.needs-password' : 'virtualdj.virtualdj-rejects-password', {
        address: refusal.url,
      }),
      todo: say('virtualdj.set-virtualdj-token-password-panel-network'),
      plain: say(
        token.isEmpty
          ? 'virtualdj.needs-password-from-panel'
          : 'virtualdj.virtualdj-rejects-password-type-one-panel',
      ),
    };
  }
  const reasons = failures.map(({ url, error }) =>
    say('virtualdj.address-because', {
      address: url,
      reason: error instanceof NoAnswerError ? error.reason : textOf(error),
    }),
  );
  return {
    ...NOT_FOLLOWED,
    finding: say('virtualdj.virtualdj-does-not-answer', { reason: reasons }),
    todo: say('virtualdj.start-switch-network-control-master-effects'),
    plain: say('virtualdj.virtualdj-does-not-answer-start-switch'),
    waits: true,
  };
}

const NOT_FOLLOWED = {
  area: 'software',
  severity: 'fault',
  means: say('virtualdj.until-then-nothing-virtualdj-plays-shown'),
} as const;

/** `withoutPassword`: VirtualDJ accepts any client. */
export function foundFinding(url: string, withoutPassword: boolean): readonly Finding[] {
  const found = okFinding('software', say('virtualdj.virtualdj-answers', { address: url }));
  return withoutPassword
    ? [
        found,
        {
          area: 'software',
          severity: 'note',
          finding: say('virtualdj.network-control-virtualdj-no-password'),
          means: say('virtualdj.anyone-who-reaches-port-can-control'),
          todo: say('virtualdj.set-one-panel-same-virtualdj-token'),
          plain: say('virtualdj.network-control-virtualdj-no-password-so'),
        },
      ]
    : [found];
}
