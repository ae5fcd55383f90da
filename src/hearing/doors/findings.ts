/** What is found about the sound that comes in. Pure. */
import { type Finding, well } from '../../core/finding.ts';
import type { DoorName } from './door.ts';
import type { DoorView } from './index.ts';
import type { SoundState } from './level.ts';

const NAMES: Readonly<Record<DoorName, string>> = {
  icecast: 'the broadcast',
  page: 'the page that listens',
  command: 'the program of --hear.command',
};

const NOT_HEARD = 'by this way deckcast cannot hear which track the audience hears';

/** What to do where no sound comes and nothing is known to be wrong. */
const NO_SOUND: Readonly<Record<DoorName, string>> = {
  icecast:
    'start the broadcast in the program, with this computer as its server (help page: /help/broadcast)',
  page: 'look at the page that listens: the browser may have taken its microphone away',
  command:
    'run the command in a terminal: it has to write sound as long as it runs (help page: /help/hear-the-room)',
};

const STATES: Readonly<
  Record<Exclude<SoundState, 'well'>, { readonly what: string; readonly todo: string }>
> = {
  silent: {
    what: 'is silent',
    todo: 'if music plays, choose the input that the master is connected to, and turn its level up',
  },
  quiet: { what: 'is very quiet', todo: 'turn the level of the input up' },
  clipping: { what: 'is distorted, because it is too loud', todo: 'turn the level of the input down' },
  noise: {
    what: 'is nothing but noise',
    todo: 'what comes has another format: signed 16-bit little-endian mono at --hear.rate is read',
  },
};

/** Of each door one. */
export function doorFindings(views: readonly DoorView[]): readonly Finding[] {
  return views.map((view) => findingOf(view));
}

function findingOf({ name, sound, isFlooded, problem }: DoorView): Finding {
  const warning = (finding: string, todo: string): Finding => ({
    area: 'software',
    severity: 'warning',
    finding,
    means: NOT_HEARD,
    todo,
  });
  if (isFlooded) {
    return warning(
      `${NAMES[name]} sends more than a second of sound in a second`,
      'give its sample rate with --hear.rate, and let it read a sound card rather than a file',
    );
  }
  if (sound === undefined) {
    return problem === undefined
      ? warning(`no sound comes from ${NAMES[name]}`, NO_SOUND[name])
      : warning(problem.finding, problem.todo);
  }
  if (sound.state === 'well') {
    return well('software', `sound comes from ${NAMES[name]}, at ${Math.round(sound.level)} dBFS`);
  }
  const { what, todo } = STATES[sound.state];
  return warning(`the sound of ${NAMES[name]} ${what}`, todo);
}
