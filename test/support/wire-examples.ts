/** An example of each message: those of the guide, and others that it only mentions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordMessage } from '../../src/core/record.ts';
import type { VerbAnswer } from '../../src/web/wire/answers.ts';
import type { BeatMessage } from '../../src/web/wire/beat.ts';
import type { DecksMessage } from '../../src/web/wire/decks.ts';
import type { EventMessage, HistoryMessage, NowMessage } from '../../src/web/wire/events.ts';
import type { HealthMessage } from '../../src/web/wire/health.ts';
import { ROOT } from './files.ts';

type EventOf<Type> = Extract<EventMessage, { readonly type: Type }>;

const GUIDE = readFileSync(join(ROOT, 'docs/guide/read-what-is-on-air.md'), 'utf8');
const [record, now, snapshot, track, hidden, decks, beat, health, verb, refused, ...rest] = [
  ...GUIDE.matchAll(/```json\n([\s\S]*?)```/g),
].map(([, text = '']) => JSON.parse(text));
if (refused === undefined || rest.length > 0) {
  throw new Error('the guide shows other examples than it did');
}
const { v, run, set, seq, at, previous } = snapshot as EventOf<'snapshot'>;
const header = { v, run, set, seq, at };

/** `examples.test.ts` checks their types. */
export const EXAMPLES = {
  record: record as RecordMessage,
  now: now as NowMessage,
  history: { v: 1, set, tracks: previous } satisfies HistoryMessage,
  events: {
    snapshot: snapshot as EventOf<'snapshot'>,
    track: track as EventOf<'track'>,
    hidden: hidden as EventOf<'hidden'>,
    previous: { ...header, type: 'previous', previous },
    recall: { ...header, type: 'recall' },
    looks: { ...header, type: 'looks' },
    moved: { ...header, type: 'moved', from: 9090, to: 9096 },
    reload: { ...header, type: 'reload', themeOptions: { accent: '#ff6fb1' } },
    ping: { ...header, type: 'ping' },
  } satisfies { readonly [Type in EventMessage['type']]: EventOf<Type> },
  decks: decks as DecksMessage,
  beat: beat as BeatMessage,
  health: health as HealthMessage,
  verb: verb as VerbAnswer,
  refused: refused as VerbAnswer,
};
