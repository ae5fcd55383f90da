/** DJ software that a test plays on, simulated on this computer. */

import { SimulatedBroadcaster, SimulatedTraktor, SimulatedVirtualDj } from '@deckcast/simulator';
import { systemClock } from '../../src/host/clock.ts';
import type { cleanUps } from './clean-up.ts';
import { freePort } from './free-port.ts';

/** The password of those that have one. */
export const SECRET = 'only-we-know';
/** Milliseconds for which a DJ leaves a track alone; playing it again takes as long. */
export const PAUSE_MS = 1_500;

export interface DjSoftware {
  /** With which deckcast finds it. */
  readonly options: readonly string[];
  /** deckcast listens. */
  begin?(): Promise<void>;
  /** The track is heard; it is on this deck, 0 or 1, and what is on the other one is not. */
  bring(deck: number, track: { readonly artist: string; readonly title: string }): Promise<void>;
}

/** By the name of the source that watches it. */
export const DJ_SOFTWARE: Readonly<
  Record<'traktor' | 'virtualdj' | 'icecast', (later: ReturnType<typeof cleanUps>) => Promise<DjSoftware>>
> = {
  async traktor(later) {
    const port = await freePort();
    const traktor = new SimulatedTraktor(port, systemClock);
    later(() => traktor.close());
    return {
      options: [`--traktor.addr=127.0.0.1:${port}`],
      async begin() {
        traktor.start();
        await systemClock.sleep(PAUSE_MS);
      },
      async bring(deck, track) {
        const [on, off] = deck === 0 ? (['A', 'B'] as const) : (['B', 'A'] as const);
        traktor.load(on, track);
        await systemClock.sleep(PAUSE_MS);
        traktor.play(on);
        traktor.fader(on, 1);
        await systemClock.sleep(PAUSE_MS);
        traktor.fader(off, 0);
      },
    };
  },
  async virtualdj(later) {
    const virtualDj = new SimulatedVirtualDj();
    virtualDj.password = SECRET;
    const over = new AbortController();
    later(() => over.abort());
    return {
      options: [`--virtualdj.url=${await virtualDj.serve(over.signal)}`, `--virtualdj.token=${SECRET}`],
      async bring(deck, track) {
        virtualDj.load(deck + 1, track);
        await systemClock.sleep(PAUSE_MS);
        virtualDj.play(deck + 1);
        virtualDj.volume(deck + 1, 1);
        await systemClock.sleep(PAUSE_MS);
        virtualDj.volume(2 - deck, 0);
      },
    };
  },
  async icecast(later) {
    const port = await freePort(2);
    let broadcaster: SimulatedBroadcaster | undefined;
    later(() => broadcaster?.close());
    return {
      options: [`--icecast.addr=127.0.0.1:${port}`, `--icecast.password=${SECRET}`],
      async bring(_, track) {
        broadcaster ??= new SimulatedBroadcaster({ port, password: SECRET }, systemClock);
        broadcaster.play(track);
      },
    };
  },
};
