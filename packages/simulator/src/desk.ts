import { channelPath, deckPath, devicePath } from '@deckcast/stagelinq';
import type { StateJson } from '@deckcast/wire-kit/recording';
import { type DeckRef, type DeviceSpec, decksOf } from './device-spec.ts';
import type { SimulatedSet } from './set.ts';
import { decimal, truth } from './values.ts';

export interface Write {
  readonly device: string;
  readonly path: string;
  readonly value: StateJson | null;
}

interface Channel {
  readonly mixer: DeviceSpec;
  readonly number: number;
}

const CENTER = 0.5;

const published = (mixer: DeviceSpec | undefined, path: string, value: number): Write[] =>
  mixer?.mixer === true ? [{ device: mixer.id, path, value: decimal(value) }] : [];

const sameDeck = (one: DeckRef, other: DeckRef): boolean =>
  one.device === other.device && one.deck === other.deck;

const keyOf = (deck: DeckRef): string => `${deck.device}/${deck.deck}`;

/** Faders are closed at first, crossfaders centered, and nothing plays. */
export class Desk {
  readonly #devices: ReadonlyMap<string, DeviceSpec>;
  readonly #faders = new Map<string, number>();
  readonly #crossfaders = new Map<string, number>();
  #playing: readonly DeckRef[] = [];
  #master: DeckRef | undefined;

  constructor(set: Pick<SimulatedSet, 'devices'>) {
    this.#devices = new Map(set.devices.map((device) => [device.id, device]));
  }

  fader(deck: DeckRef): number {
    return this.#faders.get(keyOf(deck)) ?? 0;
  }

  crossfader(mixer: string): number {
    return this.#crossfaders.get(mixer) ?? CENTER;
  }

  moveFader(deck: DeckRef, level: number): Write[] {
    this.#faders.set(keyOf(deck), level);
    const channel = this.#channelOf(deck);
    return [
      ...published(channel?.mixer, channelPath.fader(channel?.number ?? 0), level),
      ...this.#levelOf(deck),
    ];
  }

  moveCrossfader(mixer: string, position: number): Write[] {
    this.#crossfaders.set(mixer, position);
    const spec = this.#devices.get(mixer);
    return [
      ...published(spec, devicePath.crossfader, position),
      ...(spec?.channels ?? []).flatMap((deck) => this.#levelOf(deck)),
    ];
  }

  /** The first deck to play is tempo master. */
  play(deck: DeckRef): Write[] {
    this.#playing = [...this.#playing.filter((other) => !sameDeck(other, deck)), deck];
    return this.#playing.length === 1 ? this.setMaster(deck) : [];
  }

  /** The deck that has played longest takes over from a tempo master. */
  stop(deck: DeckRef): Write[] {
    this.#playing = this.#playing.filter((other) => !sameDeck(other, deck));
    const [next] = this.#playing;
    const wasMaster = this.#master !== undefined && sameDeck(this.#master, deck);
    return wasMaster && next !== undefined ? this.setMaster(next) : [];
  }

  setMaster(deck: DeckRef): Write[] {
    const before = this.#master;
    if (before !== undefined && sameDeck(before, deck)) {
      return [];
    }
    this.#master = deck;
    const write = (of: DeckRef, state: boolean): Write => ({
      device: of.device,
      path: deckPath.isMaster(of.deck),
      value: truth(state),
    });
    return before === undefined ? [write(deck, true)] : [write(before, false), write(deck, true)];
  }

  /** Decks stand still after a power loss, and the mixer reports faders and levels again. */
  restart(device: string): Write[] {
    const spec = this.#devices.get(device);
    const own = decksOf(device, spec?.decks ?? 0);
    const stopped = own.flatMap((deck) => this.stop(deck));
    if (this.#master?.device === device) {
      this.#master = undefined;
    }
    const carried = (spec?.channels ?? []).filter((deck) => deck.device !== device);
    return [
      ...stopped,
      ...[...own, ...carried].flatMap((deck) => this.moveFader(deck, this.fader(deck))),
      ...this.moveCrossfader(device, this.crossfader(device)),
    ];
  }

  #levelOf(deck: DeckRef): Write[] {
    if (this.#devices.get(deck.device)?.levels !== 'driven') {
      return [];
    }
    const channel = this.#channelOf(deck);
    const level = channel === undefined ? 0 : this.fader(deck) * this.#crossfaderGain(channel);
    return [{ device: deck.device, path: deckPath.externalMixerVolume(deck.deck), value: decimal(level) }];
  }

  /** Odd channels are on the left side, even ones on the right; both are open in the middle. */
  #crossfaderGain(channel: Channel): number {
    const position = this.crossfader(channel.mixer.id);
    const side = channel.number % 2 === 1 ? 1 - position : position;
    return Math.min(1, side / CENTER);
  }

  #channelOf(deck: DeckRef): Channel | undefined {
    for (const mixer of this.#devices.values()) {
      const index = mixer.channels.findIndex((carried) => sameDeck(carried, deck));
      if (index !== -1) {
        return { mixer, number: index + 1 };
      }
    }
    return undefined;
  }
}
