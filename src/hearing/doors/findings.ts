/** What is found about the sound that comes in. Pure. */
import { type Finding, well } from '../../core/finding.ts';
import type { DoorName } from './door.ts';
import type { DoorView } from './index.ts';
import type { SoundState } from './level.ts';

const NAMES: Readonly<Record<DoorName, string>> = {
  icecast: 'the broadcast',
  page: 'the page that listens',
  command: 'the command',
};

const NOT_HEARD = 'deckcast cannot hear from it which track the audience hears';

/** What to do where no sound comes and nothing is known to be wrong. */
const NO_SOUND: Readonly<Record<DoorName, string>> = {
  icecast:
    'start the broadcast in the program, with this computer as its server (help page: /help/broadcast)',
  page: 'check the page that listens: the browser may have taken its microphone away',
  command:
    'run the command in a terminal: it has to write sound as long as it runs (help page: /help/hear-the-room)',
};

/** `from`: the door by its name. */
const STATES: Readonly<
  Record<Exclude<SoundState, 'well'>, (from: string) => Pick<Finding, 'finding' | 'todo'>>
> = {
  silent: (from) => ({
    finding: `the sound of ${from} is silent`,
    todo: 'if music plays, choose the input that the master is connected to, and turn its level up',
  }),
  quiet: (from) => ({
    finding: `the sound of ${from} is very quiet`,
    todo: 'turn the level of the input up',
  }),
  clipping: (from) => ({
    finding: `the sound of ${from} is distorted, because it is too loud`,
    todo: 'turn the level of the input down',
  }),
  noise: (from) => ({
    finding: `the sound of ${from} is nothing but noise`,
    todo: 'what comes has another format: signed 16-bit little-endian mono at --hear.rate is read',
  }),
  'eight-bit': (from) => ({
    finding: `the sound of ${from} has samples of 8 bits`,
    todo: 'let the command write signed 16-bit little-endian mono: s16le, as ffmpeg and parec call it',
  }),
};

/** Of each door one. */
export function doorFindings(views: readonly DoorView[]): readonly Finding[] {
  return views.map((view) => findingOf(view));
}

function findingOf({ name, sound, isFlooded, problem }: DoorView): Finding {
  const from = NAMES[name];
  const warning = { area: 'software', severity: 'warning', means: NOT_HEARD } as const;
  if (isFlooded) {
    return {
      ...warning,
      finding: `${from} sends more than a second of sound in a second`,
      todo: 'give its sample rate with --hear.rate, and let it read a sound card rather than a file',
    };
  }
  if (sound === undefined) {
    const found = problem ?? { finding: `no sound comes from ${from}`, todo: NO_SOUND[name] };
    return { ...warning, ...found };
  }
  return sound.state === 'well'
    ? well('software', `sound comes from ${from}, at ${Math.round(sound.level)} dBFS`)
    : { ...warning, ...STATES[sound.state](from) };
}
