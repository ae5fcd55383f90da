/**
 * Four players with a mixer, and the path of their messages, names included, from the first player's stick. Each
 * message arrives whole and once.
 */
import { type LinkDevice, TRACK_TYPE } from '@deckcast/prodjlink';
import { LIBRARY_PATH, linkMedium } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { LinkMixer } from '../../../packages/simulator/src/prodjlink/link-mixer.ts';
import { linkModel } from '../../../packages/simulator/src/prodjlink/link-models.ts';
import type { LinkOutput } from '../../../packages/simulator/src/prodjlink/link-output.ts';
import { LinkPlayer } from '../../../packages/simulator/src/prodjlink/link-player.ts';
import { BeatBoard } from '../../../src/decks/index.ts';
import { LinkBooth } from '../../../src/sources/prodjlink/link-booth.ts';
import { Media } from '../../../src/sources/prodjlink/media.ts';
import type { PlayerPeers } from '../../../src/sources/prodjlink/player-peers.ts';
import { ReadingPause } from '../../../src/sources/prodjlink/reading-pause.ts';
import { bpmOf } from '../script.ts';
import type { ChaosDecks, DeckKind, ListenTools } from './index.ts';
import { type Apply, TableListener } from './listener.ts';
import { moveBy, type ProgramHands } from './program-decks.ts';

const PLAYER = 'CDJ-2000NXS2';
const MIXER = 'DJM-900NXS2';
const COUNT = 4;
const USB = 3;
/** Slow, to keep the simulation short, but not silent. */
const CADENCE = { keepAliveMs: 60_000, statusMs: 500, onAirMs: 500, startMs: 1 } as const;
const CHECK_EVERY_MS = 250;

type Receive = (act: (booth: LinkBooth) => void) => void;

export const linkPlayers: DeckKind = {
  name: 'PRO DJ LINK players',
  deckCount: COUNT,
  isHardware: false,
  open(tracks, { clock, chance }): ChaosDecks {
    /** Undefined without a listener. */
    let receive: Receive | undefined;
    const rows = tracks.map(({ artist, title, genre, filename }, index) => ({
      id: index + 1,
      artist,
      title,
      genre,
      fileName: filename,
      filePath: `/Contents/${filename}`,
    }));
    const stick = linkMedium(rows).files[LIBRARY_PATH] ?? new Uint8Array();
    const players = Array.from({ length: COUNT }, (_, index) => {
      const number = index + 1;
      const output = outputOf(number, {
        status: (message) =>
          receive?.((booth) => message.kind === 'status' && booth.status(playerAs(number), message)),
        timing: (message) =>
          receive?.((booth) => message.kind === 'beat' && booth.beat(playerAs(number), message)),
      });
      return new LinkPlayer({
        name: PLAYER,
        model: linkModel(PLAYER),
        number,
        output,
        clock,
        cadence: CADENCE,
      });
    });
    const mixerOutput = outputOf(33, {
      timing: (message) =>
        receive?.((booth) => message.kind === 'on-air' && booth.onAir(message.channels, addressOf(33))),
    });
    const mixer = new LinkMixer({
      name: MIXER,
      channels: COUNT,
      output: mixerOutput,
      clock,
      cadence: CADENCE,
    });
    players[0]?.insert('usb');
    for (const unit of [...players, mixer]) {
      unit.switchOn();
    }

    const hands: ProgramHands = {
      load(deck, track) {
        const player = players[deck - 1];
        if (track === undefined) {
          player?.unload();
        } else {
          const index = tracks.indexOf(track);
          const id = index + 1;
          const ref = { player: 1, slot: USB, type: TRACK_TYPE.rekordbox, id, bpm: bpmOf(index) };
          player?.load(ref, chance.between(20, 120));
        }
      },
      play: (deck, plays) => (plays ? players[deck - 1]?.play() : players[deck - 1]?.pause()),
      fader: (deck, level) => mixer.fader(deck, level),
    };
    return {
      // PRO DJ LINK reports no colors, and a touched platter is another play state of the same meaning.
      move: (move) => moveBy(hands, move, tracks),
      listen(settings, tools) {
        receive = undefined;
        let booth: LinkBooth | undefined;
        const board = new BeatBoard(() => undefined);
        const report: Receive = (act) => tools.arrive(() => booth && act(booth));
        return new TableListener({
          source: 'prodjlink',
          settings,
          tools,
          board,
          // Players with a pulled cable fall silent.
          lose: () => undefined,
          connect: (apply) => {
            booth ??= openBooth(apply, tools, board, stick);
            receive = report;
            return () => {
              receive = undefined;
            };
          },
        });
      },
    };
  },
};

function addressOf(number: number): string {
  return `10.0.0.${number}`;
}

function playerAs(number: number): LinkDevice {
  const address = addressOf(number);
  return { key: `${address}/${number}`, number, name: PLAYER, address, mac: null, role: 'player' };
}

function outputOf(number: number, sends: Partial<LinkOutput>): LinkOutput {
  const nothing = (): void => undefined;
  return {
    address: addressOf(number),
    deviceCount: COUNT + 1,
    presence: nothing,
    timing: nothing,
    status: nothing,
    ...sends,
  };
}

/** Parts of the source without sockets. */
function openBooth(
  apply: Apply,
  { clock, log }: ListenTools,
  board: BeatBoard,
  stick: Uint8Array,
): LinkBooth {
  const peers = filesOf(stick);
  const media = new Media({ peers, clock, log, signal: new AbortController().signal });
  const booth = new LinkBooth({
    media,
    peers,
    tools: { clock, log },
    board,
    apply: (events) => apply(...events),
  });
  for (let number = 1; number <= COUNT; number += 1) {
    booth.device({ kind: 'found', device: playerAs(number) });
  }
  const check = (): void => {
    booth.checkSilence();
    clock.after(CHECK_EVERY_MS, check);
  };
  check();
  return booth;
}

function filesOf(stick: Uint8Array): PlayerPeers {
  const file = {
    size: stick.length,
    modified: 0,
    read: async (offset: number, length: number) => stick.subarray(offset, offset + length),
  };
  const peer = {
    files: { open: async () => file, unmount: async () => undefined },
    database: { track: async () => undefined, reset: () => undefined },
    pause: new ReadingPause(),
  };
  return { of: () => peer, pauseAt: () => undefined, forget: () => undefined } as unknown as PlayerPeers;
}
