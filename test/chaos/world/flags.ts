import { type ChaosEvidence, FILES } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';

export interface ChaosOutputs {
  /** Files with fixed names. */
  readonly folder: string;
  readonly sessions: string;
  readonly services: Readonly<Record<keyof ChaosEvidence['accepted'], string>>;
}

/** Every output on, secret tracks hidden. */
export function flagsFor(
  { algorithm, percent, delay }: ChaosSet,
  { folder, sessions, services }: ChaosOutputs,
): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries({
    'session.filename': sessions,
    'detection.algorithm': algorithm,
    'detection.volume.percent': percent,
    delay,
    'hide.color': 'red',
    'hide.regex.title': '^Secret',
    'hide.regex.artist': '^Secret',
    'hide.regex.genre': '^Secret',
    'hide.regex.filename': '^secret',
    'outfile.featured': `${folder}${FILES.featured}`,
    'outfile.art': `${folder}${FILES.art}`,
    'history.filename': `${folder}${FILES.history}`,
    'cue.filename': `${folder}${FILES.cue}`,
    'webhook.url': `${services.webhook}/track`,
    'chat.token': 'token-of-the-bot',
    'chat.channel': 1,
    'chat.url': services.chat,
  }).map(([name, value]) => ({ name, text: String(value) }));
}
