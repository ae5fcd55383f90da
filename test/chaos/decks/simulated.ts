import {
  deviceSpecs,
  loopback,
  type SetAction,
  type SimulatedSet,
  type SimulatedTrack,
  Simulation,
} from '@deckcast/simulator';
import { type DeviceInfo, StagelinqError } from '@deckcast/stagelinq';
import { parseStateValue } from '../../../packages/stagelinq/src/messages/state-value.ts';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { BeatBoard } from '../../../src/decks/index.ts';
import { beatReceiver } from '../../../src/sources/hwdevice/deck-beats.ts';
import { deckReceiver } from '../../../src/sources/hwdevice/deck-receiver.ts';
import { WATCHED_PATHS } from '../../../src/sources/hwdevice/states.ts';
import { keptLog } from '../../support/log.ts';
import { bpmOf, type ChaosTrack, type DeckMove } from '../script.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { TableListener } from './listener.ts';

/** Devices send them every 35 ms. */
const BEATS_EVERY_MS = 100;

type Wish = Parameters<typeof deviceSpecs>[0][number];
interface SimulatedDeck {
  readonly device: string;
  readonly deck: number;
}

export const primeFour = simulated(
  'one Prime 4',
  [{ id: 'prime4', software: 'JC11' }],
  [1, 2, 3, 4].map((deck) => ({ device: 'prime4', deck })),
);

export const playersAndMixer = simulated(
  'two players and a mixer',
  [
    { id: 'left', software: 'JP13', player: 1 },
    { id: 'right', software: 'JP13', player: 2 },
    { id: 'mixer', software: 'JM08' },
  ],
  [1, 2].flatMap((deck) => ['left', 'right'].map((device) => ({ device, deck }))),
);

function simulated(name: string, wishes: readonly Wish[], decks: readonly SimulatedDeck[]): DeckKind {
  return {
    name,
    deckCount: decks.length,
    isHardware: true,
    open(chaosTracks, { clock, chance }): ChaosDecks {
      const set = simulatedSet(name, wishes, chaosTracks);
      const seed = chance.between(1, 1_000_000);
      const simulation = new Simulation({ set, network: loopback(), clock, log: keptLog(), seed });

      function perform(move: DeckMove): void {
        const deck = decks[move.deck - 1];
        if (deck === undefined) {
          return;
        }
        void simulation.perform(actionOf(move, deck));
      }

      return {
        move: perform,
        listen: (settings, tools) => {
          const ended = new AbortController();
          let receiver: ReturnType<typeof deckReceiver> | undefined;
          const devices = simulation.devices.map((device) => ({ device, info: infoOf(device.spec) }));
          const board = new BeatBoard(() => undefined);
          const beats = beatReceiver(board, tools.clock);
          let stopBeats: () => void;
          const sendBeats = (): void => {
            const at = BigInt(Math.round(clock.monotonic() * 1e6));
            for (const { device, info } of devices) {
              const message = { kind: 'beat', clock: at, decks: device.beats.positions() } as const;
              tools.arrive(() => beats.beat?.(info, message));
            }
            stopBeats = clock.after(BEATS_EVERY_MS, sendBeats);
          };
          return new TableListener({
            board,
            source: 'hwdevice',
            settings,
            tools,
            lose: () => {
              for (const { info } of devices) {
                receiver?.lost?.(info, new StagelinqError('silent', 'the cable was pulled'));
              }
            },
            connect: (apply) => {
              // One per run: it remembers reports from before a lost connection.
              receiver ??= deckReceiver({ apply }, { lookUp: () => undefined }, ended.signal);
              const given = receiver;
              const stops = chance.shuffle(devices).map(({ device, info }) => {
                const report = (path: string, printed: string | null): void =>
                  given.state?.(info, path, parseStateValue(printed));
                given.connected?.(info, noFiles);
                tools.arrive(() => beats.connected?.(info, noFiles));
                for (const path of chance.shuffle(WATCHED_PATHS)) {
                  const printed = device.states.printed(path);
                  if (printed !== undefined) {
                    report(path, printed);
                  }
                }
                return device.states.watch((path, value) =>
                  report(path, value === null ? null : JSON.stringify(value)),
                );
              });
              sendBeats();
              return () => {
                stopBeats();
                for (const stop of stops) {
                  stop();
                }
              };
            },
          });
        },
      };
    },
  };
}

export function simulatedSet(
  name: string,
  wishes: readonly Wish[],
  tracks: readonly ChaosTrack[],
): SimulatedSet {
  return {
    name,
    waitForClient: false,
    devices: deviceSpecs(wishes),
    tracks: tracks.map(simulatedTrack),
    timeline: [],
  };
}

export function actionOf(move: DeckMove, deck: SimulatedDeck): SetAction {
  switch (move.do) {
    case 'load':
      return { do: 'load', deck, track: String(move.track) };
    case 'fader':
      return { do: 'fader', deck, level: move.level, over: 0 };
    case 'color':
      return { do: 'color', deck, color: move.red ? 'red' : 'lightblue' };
    case 'platter': {
      const path = `/Engine/Deck${deck.deck}/PlayState`;
      return { do: 'value', device: deck.device, path, value: { type: 1, state: move.turns } };
    }
    default:
      return { do: move.do, deck };
  }
}

function infoOf(spec: { token: string; software: string; name: string; version: string }): DeviceInfo {
  const { token, software, name: source, version } = spec;
  return { token, software, source, version, address: '10.0.0.4', port: 1 };
}

function simulatedTrack(track: ChaosTrack, number: number): SimulatedTrack {
  return {
    id: String(number),
    artist: track.artist,
    title: track.title,
    genre: track.genre,
    seconds: 300,
    bpm: bpmOf(number),
    key: 'Am',
    path: `STICK (USB 1)/Music/${track.filename}`,
    loadSeconds: 0.05,
  };
}
