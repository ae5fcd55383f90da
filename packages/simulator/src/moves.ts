import { deckPath, uuidFromToken } from '@deckcast/stagelinq';
import type { StateJson } from '@deckcast/wire-kit/recording';
import type { Desk, Write } from './desk.ts';
import type { DeckRef, DeviceSpec } from './device-spec.ts';
import type { Move } from './script.ts';
import type { SimulatedSet, SimulatedTrack } from './set.ts';
import { color, colorPath, colorValue, decimal, rate, text, truth, whole } from './values.ts';

export interface ScriptStep {
  readonly afterMs: number;
  /** Moves the desk. */
  readonly writes: () => readonly Write[];
}

const FADER_STEP_MS = 25;
/** Hardware takes up to a tenth of a second. */
const NAMES_AFTER_MS = 15;
const LENGTH_AFTER_MS = 30;
/** PlayState follows Play within milliseconds. */
const ROLLING_AFTER_MS = 5;
const SAMPLE_RATE = 44_100;

const now = (writes: ScriptStep['writes']): ScriptStep => ({ afterMs: 0, writes });

/** Ordered by time; empty for an unknown track or device. */
export function stepsOf(move: Move, set: SimulatedSet, desk: Desk): ScriptStep[] {
  switch (move.do) {
    case 'load': {
      const track = set.tracks.find(({ id }) => id === move.track);
      const holder = set.devices.find(({ id }) => id === (track?.on ?? move.deck.device));
      return track === undefined || holder === undefined ? [] : load(move.deck, holder, track, desk);
    }
    case 'unload':
      return [now(() => [...halt(move.deck, desk), ...empty(move.deck)])];
    case 'play':
      return [
        now(() => [write(move.deck, deckPath.play, truth(true)), ...desk.play(move.deck)]),
        { afterMs: ROLLING_AFTER_MS, writes: () => [write(move.deck, deckPath.playState, truth(true))] },
      ];
    case 'pause':
      return [now(() => halt(move.deck, desk))];
    case 'fader':
      return glide(move.over, desk.fader(move.deck), move.level, (level) => desk.moveFader(move.deck, level));
    case 'fade':
      return [
        ...glide(move.over, desk.fader(move.to), 1, (level) => desk.moveFader(move.to, level)),
        ...glide(move.over, desk.fader(move.from), 0, (level) => desk.moveFader(move.from, level)),
        { afterMs: move.over * 1_000, writes: () => desk.setMaster(move.to) },
      ].sort((one, other) => one.afterMs - other.afterMs);
    case 'crossfader':
      return glide(move.over, desk.crossfader(move.device), move.position, (position) =>
        desk.moveCrossfader(move.device, position),
      );
    case 'color':
      return [now(() => paint(move.deck, move.color, set.devices))];
    case 'master':
      return [now(() => desk.setMaster(move.deck))];
    case 'value':
      return [now(() => [{ device: move.device, path: move.path, value: move.value }])];
  }
}

function write(deck: DeckRef, path: (deck: number) => string, value: StateJson): Write {
  return { device: deck.device, path: path(deck.deck), value };
}

function halt(deck: DeckRef, desk: Desk): Write[] {
  return [
    write(deck, deckPath.play, truth(false)),
    write(deck, deckPath.playState, truth(false)),
    ...desk.stop(deck),
  ];
}

function empty(deck: DeckRef): Write[] {
  const { songLoaded, songName, artistName, trackNetworkPath } = deckPath;
  return [
    write(deck, songLoaded, truth(false)),
    ...[songName, artistName, trackNetworkPath].map((path) => write(deck, path, text(''))),
  ];
}

/** Old names stay until the new ones come, as on hardware. */
function load(deck: DeckRef, holder: DeviceSpec, track: SimulatedTrack, desk: Desk): ScriptStep[] {
  const streamed = track.path.includes('streaming://');
  const location = text(`net://${uuidFromToken(holder.token)}/${track.path}`);
  return [
    now(() => [...halt(deck, desk), write(deck, deckPath.songLoaded, truth(false))]),
    {
      afterMs: NAMES_AFTER_MS,
      writes: () => [
        write(deck, deckPath.artistName, text(track.artist)),
        write(deck, deckPath.songName, text(track.title)),
        write(deck, deckPath.genre, text(track.genre)),
        write(deck, deckPath.key, text(track.key)),
      ],
    },
    {
      afterMs: LENGTH_AFTER_MS,
      writes: () => [
        write(deck, deckPath.trackNetworkPath, location),
        write(deck, deckPath.trackName, location),
        write(deck, deckPath.trackUri, text(streamed ? track.path.replace(/^.*?(?=streaming:)/, '') : '')),
        write(deck, deckPath.sampleRate, rate(SAMPLE_RATE)),
        write(deck, deckPath.trackLength, whole(Math.round(track.seconds * SAMPLE_RATE))),
        write(deck, deckPath.trackBpm, decimal(track.bpm)),
        write(deck, deckPath.bpm, decimal(track.bpm)),
      ],
    },
    {
      afterMs: Math.max(LENGTH_AFTER_MS, track.loadSeconds * 1_000),
      writes: () => [write(deck, deckPath.songLoaded, truth(true))],
    },
  ];
}

function glide(seconds: number, from: number, to: number, moveTo: (value: number) => Write[]): ScriptStep[] {
  const count = Math.max(1, Math.round((seconds * 1_000) / FADER_STEP_MS));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    // Rounding must not leave a fader open.
    const value = index + 1 === count ? to : from + (to - from) * part;
    return { afterMs: seconds * 1_000 * part, writes: () => moveTo(value) };
  });
}

function paint(deck: DeckRef, named: string, devices: readonly DeviceSpec[]): Write[] {
  const value = colorValue(named);
  const spec = devices.find(({ id }) => id === deck.device);
  return value === undefined || spec === undefined
    ? []
    : [{ device: deck.device, path: colorPath(spec, deck.deck), value: color(value) }];
}
