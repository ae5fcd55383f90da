/** Why no track arrives from a browser, and what to do about it. Pure. */
import { type Finding, well } from '../../core/finding.ts';

export interface BrowserState {
  /** Where it listens: `127.0.0.1:1608`. */
  readonly at: string;
  /** Something has come that was not understood. */
  readonly strange: boolean;
  /** A tab has said what it plays. */
  readonly received: boolean;
}

export function browserFindings({ at, strange, received }: BrowserState): readonly Finding[] {
  if (received) {
    return [well('software', `tabs of a browser tell ${at} what they play`)];
  }
  return [
    {
      area: 'software',
      severity: 'warning',
      means: 'nothing is shown from it',
      ...(strange
        ? {
            finding: `what arrives at ${at} is neither from the browser script of Tuna nor from WebNowPlaying`,
            todo: 'install one of them in its newest version (help page: /help/media-players)',
          }
        : {
            finding: `no tab has told ${at} what it plays`,
            todo: 'play something in a tab, and allow the page to reach this computer when the browser asks; the script or the extension must send to this port (help page: /help/media-players)',
            waits: true,
          }),
    },
  ];
}
