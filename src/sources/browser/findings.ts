import { type Finding, okFinding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';

export interface BrowserState {
  readonly at: string;
  readonly strange: boolean;
  readonly received: boolean;
}

export function browserFindings({ at, strange, received }: BrowserState): readonly Finding[] {
  if (received) {
    return [okFinding('software', say('browser.tabs-browser-tell-they-play', { address: at }))];
  }
  return [
    {
      area: 'software',
      severity: 'warning',
      means: say('browser.nothing-shown'),
      ...(strange
        ? {
            finding: say('browser.arrives-neither-browser-script-tuna-nor', { address: at }),
            todo: say('browser.install-one-them-newest-version-help'),
          }
        : {
            finding: say('browser.no-tab-told-plays', { address: at }),
            todo: say('browser.play-something-tab-allow-page-reach'),
            waits: true,
          }),
    },
  ];
}
