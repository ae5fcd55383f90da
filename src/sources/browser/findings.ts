/** Why no track arrives from a browser, and what to do about it. Pure. */

import type { Finding } from '../../core/finding.ts';
import { well } from '../../core/finding.ts';

export interface BrowserState {
  /** Where it listens: `127.0.0.1:1608`. */
  readonly at: string;
  /** Something has come that was not understood. */
  readonly strange: boolean;
  /** A tab has said what it plays. */
  readonly received: boolean;
}

/** Undefined when there is none. */
export function problemOf({
  at,
  strange,
  received,
}: BrowserState): { readonly problem: string; readonly hint: string } | undefined {
  if (received) {
    return undefined;
  }
  return strange
    ? {
        problem: `what arrives at ${at} is neither from the browser script of Tuna nor from WebNowPlaying`,
        hint: 'install one of them in its newest version (help page: /help/media-players)',
      }
    : {
        problem: `no tab has told ${at} what it plays`,
        hint: 'play something in a tab, and allow the page to reach this computer when the browser asks; the script or the extension must send to this port (help page: /help/media-players)',
      };
}

export function browserFindings(state: BrowserState): readonly Finding[] {
  const found = problemOf(state);
  if (found === undefined) {
    return [well('software', `tabs of a browser tell ${state.at} what they play`)];
  }
  const { problem, hint } = found;
  const means = 'nothing is shown from it';
  return [{ area: 'software', severity: 'warning', finding: problem, means, todo: hint }];
}
