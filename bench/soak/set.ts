/** Four devices with beats, a medium with a thousand tracks and covers, and a DJ who mixes through them. */
import { join } from 'node:path';
import { type DeckRef, deviceSpecs, loopback, type SimulatedTrack, Simulation } from '@deckcast/simulator';
import { writeEngineDatabase } from '../../test/support/engine-database.ts';
import { photoLike } from '../../test/support/photo.ts';
import { silent } from '../measure.ts';
import type { PassingTime } from './passing-time.ts';

const DEVICES = ['one', 'two', 'three', 'four'];
const STICK = 'SOAK (USB 1)';
const FADE_SECONDS = 4;
/** Time from a cue to the other deck's end. */
const OVERLAP_MS = 2_000;
const AUDIBLE = 0.3;

export interface SoakSet {
  readonly simulation: Simulation;
  /** Mixes track n (from 0) in, up to the last move. */
  bringIn(n: number): Promise<void>;
  /** Closes the other fader, which leaves track n alone. */
  closeOther(n: number): void;
}

export async function soakSet(tracks: number, folder: string, time: PassingTime): Promise<SoakSet> {
  const database = join(folder, 'm.db');
  const cover = await photoLike(300);
  const all = Array.from({ length: tracks }, (_, n) => track(n));
  writeEngineDatabase(
    database,
    '3.0.2',
    all.map(({ title, artist, seconds }, n) => ({
      path: `Music/${n}.mp3`,
      title,
      artist,
      seconds,
      // Tracks have covers of their own, as in real life.
      art: Buffer.concat([cover, Buffer.from(String(n))]),
    })),
  );
  const files = [{ path: `/${STICK}/Engine Library/Database2/m.db`, content: { disk: database } }];
  const devices = deviceSpecs(
    DEVICES.map((id, at) => ({
      id,
      software: 'JC11',
      name: id,
      token: `${at + 1}`.repeat(32),
      ...(at === 0 ? { files } : {}),
    })),
  );
  const set = { name: 'Soak', waitForClient: false, devices, tracks: all, timeline: [] };
  const simulation = new Simulation({ set, network: loopback(), clock: time.clock, log: silent });
  const deck = (n: number): DeckRef => ({
    device: DEVICES[(n + DEVICES.length) % DEVICES.length] ?? '',
    deck: 1,
  });
  const fade = (faded: DeckRef, level: number): Promise<unknown> =>
    Promise.all([
      simulation.perform({ do: 'fader', deck: faded, level, over: FADE_SECONDS }),
      time.pass(FADE_SECONDS * 1_000),
    ]);
  return {
    simulation,
    async bringIn(n) {
      await simulation.perform({ do: 'load', deck: deck(n), track: `${n}` });
      await simulation.perform({ do: 'play', deck: deck(n) });
      await fade(deck(n), 1);
      await time.pass(OVERLAP_MS);
      await fade(deck(n - 1), AUDIBLE);
      await time.pass(OVERLAP_MS);
    },
    closeOther(n) {
      void simulation.perform({ do: 'fader', deck: deck(n - 1), level: 0, over: 0 });
    },
  };
}

function track(n: number): SimulatedTrack {
  return {
    id: `${n}`,
    artist: `Artist ${n % 90}`,
    title: `Track ${n}`,
    genre: 'House',
    seconds: 300,
    bpm: 124,
    key: 'Am',
    path: `${STICK}/Engine Library/Music/${n}.mp3`,
    on: 'one',
    loadSeconds: 0.1,
  };
}
