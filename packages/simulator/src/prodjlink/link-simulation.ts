import { SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import { silentLogger, sleep, systemClock, type WireClock, type WireLogger } from '@deckcast/wire-kit';
import type { DeckRef } from '../device-spec.ts';
import type { SimulatedTrack } from '../set.ts';
import { createRandom, playUntilAborted, runUntilAborted } from '../simulation.ts';
import { inflictOnLink } from './link-faults.ts';
import { LinkHost } from './link-host.ts';
import { stickWith } from './link-medium.ts';
import { LinkMixer } from './link-mixer.ts';
import { type LinkModel, linkModel } from './link-models.ts';
import { HARDWARE_CADENCE, type LinkCadence } from './link-output.ts';
import { LinkPlayer } from './link-player.ts';
import type { LinkAction } from './link-script.ts';
import type { LinkDeviceSpec, SimulatedLinkSet } from './link-set.ts';
import { insertMedium, type LinkUnit, SLOT_NUMBERS, switchOff, switchOn } from './link-unit.ts';
import { LinkGuests, type LinkWireNetwork } from './link-wire.ts';

export interface LinkSimulationOptions {
  readonly set: SimulatedLinkSet;
  readonly network: LinkWireNetwork;
  readonly clock?: WireClock;
  readonly log?: WireLogger;
  /** Same seed, same junk. */
  readonly seed?: number;
  readonly cadence?: LinkCadence;
}

const CENTER = 0.5;

export class LinkSimulation {
  readonly units: readonly LinkUnit[];
  readonly #options: LinkSimulationOptions & { readonly clock: WireClock; readonly log: WireLogger };
  readonly #guests: LinkGuests;
  readonly #hosts: readonly LinkHost[];
  readonly #ending = new AbortController();
  readonly #firstGuest: Promise<void>;
  readonly #random: () => number;
  #master: LinkPlayer | undefined;

  constructor(options: LinkSimulationOptions) {
    const { set, network, clock = systemClock, log = silentLogger } = options;
    this.#options = { ...options, clock, log };
    this.#random = createRandom(options.seed ?? 1);
    let onFirst = (): void => undefined;
    this.#firstGuest = new Promise((resolve) => {
      onFirst = resolve;
    });
    const addresses = set.devices.map((_, place) => network.addressOf(place));
    this.#guests = new LinkGuests(network, new Set(addresses), clock, () => onFirst());
    const hosts = new Map<string, LinkHost>();
    this.units = set.devices.map((spec, place) => {
      const address = addresses[place] ?? '';
      const model = modelOf(spec);
      const host =
        hosts.get(address) ??
        new LinkHost({
          address,
          network,
          guests: () => this.#guests.addresses,
          deviceCount: set.devices.length,
          answers: (asNumber) => model.answersAll || (asNumber <= 4 && asNumber !== spec.player),
        });
      hosts.set(address, host);
      return this.#unit(spec, host, place === 0);
    });
    this.#hosts = [...hosts.values()];
    for (const unit of this.units) {
      const tracks = set.tracks.filter((track) => this.#holderOf(track) === unit);
      if (tracks.length > 0) {
        insertMedium(unit, 'usb', stickWith(tracks));
      }
    }
  }

  unit(id: string): LinkUnit | undefined {
    return this.units.find(({ spec }) => spec.id === id);
  }

  /** Goes on after the time line until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    const { set, log, clock } = this.#options;
    await runUntilAborted(signal, this.#ending, {
      open: async () => {
        await this.#guests.open();
        await Promise.all(this.#hosts.map((host) => host.open()));
        for (const unit of this.units) {
          switchOn(unit);
          const { spec, host } = unit;
          const fields = { deviceName: spec.model, address: host.address, set: set.name };
          log.info('simulated device on this computer', fields);
        }
      },
      play: (stop) => {
        const begin = set.waitForClient ? this.#firstGuest : undefined;
        return playUntilAborted(set, begin, (action) => this.perform(action), clock, stop);
      },
      close: () => this.close(),
    });
  }

  close(): void {
    this.#ending.abort();
    for (const unit of this.units) {
      switchOff(unit);
    }
    for (const host of this.#hosts) {
      host.close();
    }
    this.#guests.close();
  }

  /** Resolves when the action is over: a fade at its end, the device back, the slot empty. */
  async perform(action: LinkAction): Promise<void> {
    const { set, clock } = this.#options;
    const { signal } = this.#ending;
    const pause = (seconds: number): Promise<void> => sleep(clock, seconds * 1_000, signal);
    switch (action.do) {
      case 'load':
        this.#load(action);
        return;
      case 'fader':
        // Channels open with the first touch of a fader, and close with the last.
        await pause(action.level > 0 ? 0 : action.over);
        this.#fader(action.deck, action.level);
        return;
      case 'fade':
        this.#fader(action.to, 1);
        await pause(action.over);
        this.#fader(action.from, 0);
        this.#setMaster(this.#player(action.to));
        return;
      case 'crossfader':
        this.unit(action.device)?.mixer?.crossfader(CENTER);
        await pause(action.over);
        this.unit(action.device)?.mixer?.crossfader(action.position);
        return;
      case 'play': {
        const player = this.#player(action.deck);
        player?.play();
        this.#master ?? this.#setMaster(player);
        return;
      }
      case 'master':
        this.#setMaster(this.#player(action.deck));
        return;
      case 'unload':
      case 'pause':
      case 'end':
        this.#player(action.deck)?.[action.do]();
        return;
      case 'cue':
      case 'hold':
        this.#player(action.deck)?.[action.do](action.held);
        return;
      case 'transport':
        this.#player(action.deck)?.transport(action.as);
        return;
      case 'pitch':
        this.#player(action.deck)?.pitch(1 + action.percent / 100);
        return;
      case 'number': {
        const player = this.unit(action.device)?.players[0];
        if (player !== undefined) {
          player.number = action.player;
        }
        return;
      }
      case 'on-air':
        for (const { mixer } of this.units) {
          mixer?.setSending(action.sends);
        }
        return;
      case 'insert': {
        const unit = this.unit(action.device);
        const tracks = action.tracks.flatMap((id) => set.tracks.filter((track) => track.id === id));
        if (unit !== undefined) {
          insertMedium(unit, action.slot, stickWith(tracks));
        }
        return;
      }
      default:
        await inflictOnLink(action, {
          units: this.units,
          clock,
          random: this.#random,
          signal,
        });
    }
  }

  #unit(spec: LinkDeviceSpec, host: LinkHost, first: boolean): LinkUnit {
    const { clock, cadence = HARDWARE_CADENCE } = this.#options;
    const model = modelOf(spec);
    const common = { name: spec.model, output: host, clock, cadence };
    const players = Array.from(
      { length: model.players },
      (_, index) =>
        new LinkPlayer({ ...common, model, number: spec.player + index, first: first && index === 0 }),
    );
    const mixer = model.mixer
      ? new LinkMixer({
          ...common,
          channels: model.channels,
          onChange: (channel, open) => {
            for (const player of this.units.flatMap((unit) => unit.players)) {
              if (player.number === channel) {
                player.onAir(open);
              }
            }
          },
        })
      : undefined;
    return { spec, host, players, mixer };
  }

  #load({ deck, track: id, as }: Extract<LinkAction, { do: 'load' }>): void {
    const track = this.#options.set.tracks.find((one) => one.id === id);
    const holder = track && this.#holderOf(track);
    const player = this.#player(deck);
    if (track === undefined || holder === undefined || player === undefined) {
      return;
    }
    const found = placeOf(holder, track);
    const ref = {
      player: holder.players[0]?.number ?? 0,
      slot: as === 'cd' ? SLOT.cd : as === 'stream' ? SLOT.beatport : found.slot,
      type: TYPES[as],
      id: found.id,
      bpm: track.bpm,
    };
    player.load(ref, track.loadSeconds * 1_000);
  }

  #fader(deck: DeckRef, level: number): void {
    const number = this.#player(deck)?.number ?? 0;
    for (const { mixer } of this.units) {
      mixer?.fader(number, level);
    }
  }

  /** The old master names the next: two for a moment. */
  #setMaster(next: LinkPlayer | undefined): void {
    if (next === undefined || next === this.#master) {
      return;
    }
    this.#master?.master(true, next.number);
    next.master(true);
    this.#master?.master(false);
    this.#master = next;
  }

  #player({ device, deck }: DeckRef): LinkPlayer | undefined {
    return this.unit(device)?.players[deck - 1];
  }

  #holderOf({ on }: SimulatedTrack): LinkUnit | undefined {
    return on === undefined ? this.units.find(({ players }) => players.length > 0) : this.unit(on);
  }
}

const TYPES = {
  rekordbox: TRACK_TYPE.rekordbox,
  file: TRACK_TYPE.file,
  cd: TRACK_TYPE.audioCd,
  stream: TRACK_TYPE.streaming,
} as const;

function modelOf({ model, firmware }: LinkDeviceSpec): LinkModel {
  return linkModel(model, firmware);
}

/** Names find a track, because the medium may be another. Track 1 of the USB stick stands for tracks on no medium. */
function placeOf(
  { host }: LinkUnit,
  { title, artist }: SimulatedTrack,
): { readonly slot: number; readonly id: number } {
  for (const slot of Object.values(SLOT_NUMBERS)) {
    const rows = host.mediumIn(slot)?.tracks ?? [];
    const row = rows.find((one) => (one.title ?? '') === title && (one.artist ?? '') === artist);
    if (row !== undefined) {
      return { slot, id: row.id };
    }
  }
  return { slot: SLOT.usb, id: 1 };
}
