/** Why VirtualDJ is not followed, and what to do about it. Pure. */
import { messageOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, well } from '../../core/finding.ts';

/** The result of trying one address; undefined: it answers there. */
export type Failure = { readonly url: string; readonly error: unknown };

/** Why none of the addresses answers; at least one. */
export function whyNotFound(failures: readonly Failure[]): Finding {
  const refusal = failures.find(({ error }) => error instanceof UpstreamError && error.advice === 'stop');
  if (refusal !== undefined) {
    return {
      ...NOT_FOLLOWED,
      finding: `VirtualDJ at ${refusal.url} rejects the password`,
      todo: 'set --virtualdj.token to the password in the panel of Network Control; a changed one is tried at once',
      plain: 'VirtualDJ rejects the password. Type the one that the panel of Network Control shows',
    };
  }
  const reasons = failures.map(({ url, error }) => `${url} (${reasonOf(error)})`);
  return {
    ...NOT_FOLLOWED,
    finding: `VirtualDJ does not answer: ${reasons.join(', ')}`,
    todo: 'start it, and switch on Network Control in its master effects; --virtualdj.url names its address, with the port of its panel (help page: /help/virtualdj)',
    plain:
      'VirtualDJ does not answer. Start it, and switch on Network Control in its master effects (help page: /help/virtualdj)',
    waits: true,
  };
}

const NOT_FOLLOWED = {
  area: 'software',
  severity: 'fault',
  means: 'until then, nothing that VirtualDJ plays is shown',
} as const;

/** Without the name of the program, which the sentence around it has. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^VirtualDJ (cannot be reached: )?/, '');
}

/** `withoutPassword`: it answers anyone. */
export function foundFinding(url: string, withoutPassword: boolean): readonly Finding[] {
  const found = well('software', `VirtualDJ answers at ${url}`);
  return withoutPassword
    ? [
        found,
        {
          area: 'software',
          severity: 'note',
          finding: 'Network Control of VirtualDJ has no password',
          means: 'anyone who reaches its port can control VirtualDJ',
          todo: 'set one in its panel, and the same with --virtualdj.token',
          plain:
            'Network Control of VirtualDJ has no password, so others on the network can control it. Set one in its panel, and here',
        },
      ]
    : [found];
}
