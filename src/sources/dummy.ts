import type { Source, SourceListener, SourcePart } from '../core/contracts/source.ts';
import { say } from '../core/message.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import type { Tools } from '../core/tools.ts';
import { UNKNOWN_TRACK } from '../core/track.ts';
import { pause } from '../core/waiting.ts';
import { uint } from '../settings/kinds.ts';
import { PlayIds } from './shared/play-ids.ts';

const options = defineOptions('Source and discovery', {
  'dummy.interval': {
    kind: uint({ min: 1, max: 86_400, unit: 'seconds' }),
    default: 5,
    help: 'seconds between two made-up tracks',
  },
});

/** Invented tracks, for developing themes and receivers. */
export const dummy: SourcePart<typeof options> = {
  name: 'dummy',
  options,
  card: {
    title: 'Made-up tracks',
    about: say('dummy.try-overlays-outputs-switch-off-before'),
    settings: {
      group: 'What you play with',
      rest: {
        'dummy.interval': 'Seconds between made-up tracks',
      },
    },
    steps: () => [{ text: say('dummy.wait-some-seconds') }],
  },
  create: (settings, tools) => new DummySource(settings, tools),
};

const TRACKS = [
  ['Velvet Antenna', 'Signal at Dusk', 'Deep House', 372],
  ['The Paper Satellites', 'Orbit for Beginners', 'Indie Dance', 254],
  ['Ember & Oak', 'Slow Burning Summer', 'Balearic', 418],
  ['Кофе в три ночи', 'Мост над рекой', 'Downtempo', 301],
  ['Nine Tiny Lanterns', 'Glasshouse (Night Shift Remix)', 'Melodic Techno', 445],
  ['月光電車', '終点の海', 'City Pop', 287],
  ['Captain Marmalade', 'Toast', 'Disco', 226],
  ['Sólarhringur', 'Norðurljós í bílnum', 'Ambient', 512],
] as const;

class DummySource implements Source {
  readonly #settings: SettingsOf<typeof options>;
  readonly #tools: Tools;
  #lastAt: number | undefined;

  constructor(settings: SettingsOf<typeof options>, tools: Tools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    const plays = new PlayIds('dummy', clock);
    const intervalMs = this.#settings['dummy.interval'] * 1_000;
    for (let count = 0; !signal.aborted; count += 1) {
      const [artist, title, genre, seconds] = TRACKS[count % TRACKS.length] ?? TRACKS[0];
      const track = { ...UNKNOWN_TRACK, artist, title, genre, durationMs: seconds * 1_000 };
      listener.transition(plays.next(track));
      this.#lastAt = clock.now();
      await pause(clock, intervalMs, signal);
    }
  }

  health() {
    return {
      watching: say('dummy.made-up-tracks-one-every-s', { seconds: this.#settings['dummy.interval'] }),
      lastHeardAt: this.#lastAt,
    };
  }
}
