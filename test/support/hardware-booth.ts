/** The booth, with hands on real hardware: what they do reaches detection in the words of StagelinQ devices. */

import { channelPath, deckPath, devicePath } from '@deckcast/stagelinq';
import type { DeckEvent } from '../../src/decks/detection/index.ts';
import { DeckEvents } from '../../src/sources/hwdevice/deck-events.ts';
import { Booth, type BoothDeck, DEVICE } from './booth.ts';

export class HardwareBooth extends Booth {
  readonly #devices = new DeckEvents();

  override apply(...events: readonly DeckEvent[]): void {
    for (const event of events) {
      const token = tokenOf(event.device);
      switch (event.kind) {
        case 'connected': {
          const software = event.labels === 'layers' ? 'JP13' : 'JC11';
          const device = {
            token,
            software,
            source: event.name,
            version: '4.0.0',
            address: '10.0.0.4',
            port: 1,
          };
          this.#happen(this.#devices.connected(device));
          break;
        }
        case 'lost':
        case 'gone':
          this.#happen(this.#devices[event.kind](token));
          break;
        default:
          for (const [path, value] of statesOf(event)) {
            this.#report(event.device, path, value);
          }
      }
    }
  }

  /** The channel fader of an all-in-one. */
  override fader(channel: number, position: number): void {
    this.faderOf(DEVICE, channel, position);
  }

  faderOf(device: string, channel: number, position: number): void {
    this.#report(device, channelPath.fader(channel), position);
  }

  crossfader(position: number): void {
    this.#report(DEVICE, devicePath.crossfader, position);
  }

  /** What the device says that a mixer makes of fader and crossfader. */
  override level(deck: BoothDeck, level: number): void {
    const { device, number } = typeof deck === 'number' ? { device: DEVICE, number: deck } : deck;
    this.#report(device, deckPath.externalMixerVolume(number), level);
  }

  /** The mixer says which deck a channel carries; undefined for none. */
  assign(mixer: string, channel: number, deck?: { readonly device: string; readonly number: number }): void {
    const carried = deck === undefined ? ',1' : `{${uuidOf(deck.device)}},${deck.number}`;
    this.#report(mixer, channelPath.assignment(channel), carried);
  }

  #report(device: string, path: string, value: string | number | boolean): void {
    this.#happen(this.#devices.state(tokenOf(device), path, { type: null, value }));
  }

  #happen(events: readonly DeckEvent[]): void {
    super.apply(...events.map((event) => ({ ...event, device: nameOf(event.device) })));
  }
}

function* statesOf(event: DeckEvent): Generator<[path: string, value: string | number | boolean]> {
  switch (event.kind) {
    case 'engaged':
      yield [deckPath.play(event.number), event.engaged];
      break;
    case 'running':
      yield [deckPath.playState(event.number), event.running];
      break;
    case 'loaded':
      yield [deckPath.songLoaded(event.number), event.loaded];
      break;
    case 'master':
      yield [deckPath.isMaster(event.number), event.master];
      break;
    case 'tags': {
      const { title, artist, genre, location } = event.tags;
      const states = [
        [deckPath.songName, title],
        [deckPath.artistName, artist],
        [deckPath.genre, genre],
        [deckPath.trackNetworkPath, location],
      ] as const;
      for (const [path, value] of states) {
        if (value !== undefined) {
          yield [path(event.number), value];
        }
      }
      break;
    }
    default:
      throw new Error(`no device says ${event.kind} in this way`);
  }
}

/** A token that spells the name. */
function tokenOf(device: string): string {
  return Buffer.from(device).toString('hex').padEnd(32, '0');
}

function nameOf(token: string): string {
  return Buffer.from(token, 'hex').toString().replaceAll('\0', '');
}

function uuidOf(device: string): string {
  return tokenOf(device).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
