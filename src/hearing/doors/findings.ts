import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { DoorName } from './door.ts';
import type { DoorView } from './index.ts';
import type { SoundState } from './level.ts';

const NAMES: Readonly<Record<DoorName, Text>> = {
  icecast: say('hearing.broadcast'),
  page: say('hearing.page-listens'),
  command: say('hearing.command'),
};

const NOT_HEARD = say('hearing.deckcast-cannot-hear-track-audience-hears');

/** Advice for a door without sound and without a known problem. */
const NO_SOUND: Readonly<Record<DoorName, Text>> = {
  icecast: say('hearing.start-broadcast-program-computer-server-help'),
  page: say('hearing.check-page-listens-browser-may-taken'),
  command: say('hearing.run-command-terminal-write-sound-long'),
};

/** `from`: the name of the door. */
const STATES: Readonly<
  Record<Exclude<SoundState, 'well'>, (from: Text) => Pick<Finding, 'finding' | 'todo'>>
> = {
  silent: (from) => ({
    finding: say('hearing.sound-silent', { from }),
    todo: say('hearing.if-music-plays-choose-input-master'),
  }),
  quiet: (from) => ({
    finding: say('hearing.sound-very-quiet', { from }),
    todo: say('hearing.turn-level-input-up'),
  }),
  clipping: (from) => ({
    finding: say('hearing.sound-distorted-because-too-loud', { from }),
    todo: say('hearing.turn-level-input-down'),
  }),
  noise: (from) => ({
    finding: say('hearing.sound-nothing-but-noise', { from }),
    todo: say('hearing.comes-another-format-signed-16-bit'),
  }),
  'eight-bit': (from) => ({
    finding: say('hearing.sound-samples-8-bits', { door: from }),
    todo: say('hearing.let-command-write-signed-16-bit'),
  }),
};

export function doorFindings(views: readonly DoorView[]): readonly Finding[] {
  return views.map((view) => findingOf(view));
}

function findingOf({ name, sound, isFlooded, problem }: DoorView): Finding {
  const from = NAMES[name];
  const warning = { area: 'software', severity: 'warning', means: NOT_HEARD } as const;
  if (isFlooded) {
    return {
      ...warning,
      finding: say('hearing.sends-more-second-sound-second', { from }),
      todo: say('hearing.give-sample-rate-hear-rate-let'),
    };
  }
  if (sound === undefined) {
    const found = problem ?? { finding: say('hearing.no-sound-comes', { from }), todo: NO_SOUND[name] };
    return { ...warning, ...found };
  }
  return sound.state === 'well'
    ? okFinding('software', say('hearing.sound-comes-dbfs', { input: from, level: Math.round(sound.level) }))
    : { ...warning, ...STATES[sound.state](from) };
}
