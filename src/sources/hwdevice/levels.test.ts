/** How loud a deck is: whom the level is taken from, and what it is on which hardware. */
import { channelPath, deckPath, devicePath } from '@deckcast/stagelinq';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, type BoothDeck, DEVICE } from '../../../test/support/booth.ts';
import { expectTheLoudest } from '../../../test/support/booth-moves.ts';
import { type DeckEvent, deckId, levelOf } from '../../decks/detection/index.ts';
import { DeckEvents } from './deck-events.ts';

/** The booth, with hands on real hardware: what they do reaches detection in the words of StagelinQ devices. */
class HardwareBooth extends Booth {
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

let booth: HardwareBooth;

function level(deck: BoothDeck): number | undefined {
  const { device, number } = typeof deck === 'number' ? { device: DEVICE, number: deck } : deck;
  const found = booth.detection.decks.get(deckId(device, number));
  return found && levelOf(found, booth.detection, booth.rule);
}

beforeEach(() => {
  booth = new HardwareBooth('volume');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
});

describe('on a unit that reports its own faders', () => {
  test('it is the fader, wherever the effective level stays', () => {
    booth.level(1, 0.012926);
    booth.fader(1, 0);
    booth.play(1);
    expect(level(1)).toBe(0);
    for (const position of [0.01, 0.02, 0.025, 0.1, 1]) {
      booth.fader(1, position);
      expect(level(1)).toBe(position);
    }
    expect(booth.announced).toEqual(['One']);
  });

  test('it is the fader although the effective level is always high', () => {
    booth.level(1, 0.9);
    for (const position of [1, 0, 0.5]) {
      booth.fader(1, position);
      expect(level(1)).toBe(position);
    }
  });

  test.each([
    ['closed first', [0, 1]],
    ['open first', [1, 0]],
  ])('it is the effective level once that was seen to follow the fader, %s', (_, positions) => {
    booth.crossfader(1);
    for (const position of positions) {
      booth.fader(1, position);
      booth.level(1, position);
    }
    booth.fader(1, 1);
    booth.level(1, 0.8);
    expect(level(1)).toBe(0.8);
  });

  test('it is the effective level even when that is reported before the fader that it follows', () => {
    booth.crossfader(1);
    for (const position of [0, 1]) {
      booth.level(1, position);
      booth.fader(1, position);
    }
    booth.level(1, 0.8);
    expect(level(1)).toBe(0.8);
  });

  test('an effective level that follows another fader does not count', () => {
    booth.fader(1, 0);
    booth.level(1, 0);
    booth.fader(1, 0.9);
    booth.level(1, 0.44);
    expect(level(1)).toBe(0.9);
    booth.level(1, 0.45);
    expect(level(1)).toBe(0.45);
  });

  test('each deck has to show for itself that its effective level follows', () => {
    booth.fader(2, 1);
    for (const position of [0, 1]) {
      booth.fader(1, position);
      booth.level(1, position);
      booth.level(2, position / 100);
    }
    expect([level(1), level(2)]).toEqual([1, 1]);
  });

  test('it is fader times crossfader: odd channels on the left, even ones on the right', () => {
    booth.fader(1, 1);
    booth.fader(2, 0.5);
    booth.crossfader(0);
    expect([level(1), level(2)]).toEqual([1, 0]);
    booth.crossfader(0.5);
    expect([level(1), level(2)]).toEqual([1, 0.5]);
    booth.crossfader(1);
    expect([level(1), level(2)]).toEqual([0, 0.5]);
  });

  test('it is unknown for a deck that no channel carries', () => {
    booth.assign(DEVICE, 1, { device: DEVICE, number: 2 });
    booth.fader(1, 0.7);
    booth.level(1, 0.5);
    expect([level(1), level(2)]).toEqual([undefined, 0.7]);
  });

  test('with --detection.crossfader=off it is the fader alone', () => {
    booth = new HardwareBooth('volume', 100, 'off');
    booth.prepare(1, 'One');
    booth.crossfader(1);
    for (const position of [0, 1]) {
      booth.fader(1, position);
      booth.level(1, position);
    }
    booth.level(1, 0.1);
    expect(level(1)).toBe(1);
  });
});

describe('on a player without faders of its own', () => {
  const left = { device: 'left', number: 1 };
  const right = { device: 'right', number: 1 };

  beforeEach(() => {
    booth = new HardwareBooth('volume');
    for (const deck of [left, right]) {
      booth.connect(deck.device, 'layers');
      booth.prepare(deck, deck.device);
      booth.level(deck, 0);
    }
  });

  test('it is unknown as long as every effective level is zero', () => {
    expect([level(left), level(right)]).toEqual([undefined, undefined]);
  });

  test('it is the effective level once any deck on the network was given one', () => {
    booth.level(left, 0.001);
    booth.level(left, 0);
    expect([level(left), level(right)]).toEqual([0, 0]);
  });

  test('a level that an all-in-one reports for itself says nothing about a mixer', () => {
    booth.prepare(1, 'One');
    booth.fader(1, 1);
    booth.level(1, 0.9);
    expect([level(left), level(right)]).toEqual([undefined, undefined]);
    booth.apply({ device: DEVICE, kind: 'gone' });
    expect([level(left), level(right)]).toEqual([undefined, undefined]);
  });

  test('it stays what the mixer sent, even zero, when the player is switched off and on', () => {
    booth.level(left, 0.9);
    booth.play(left);
    expect(booth.announced).toEqual(['left']);
    booth.level(left, 0);
    booth.play(right);
    booth.pause(left);
    expect(booth.announced).toEqual(['left']);
    booth.level(right, 0.9);
    expect(booth.announced).toEqual(['left', 'right']);
  });

  test("it is that of the deck's channel, when a mixer elsewhere reports it", () => {
    booth.assign('mixer', 1, right);
    booth.assign('mixer', 2);
    booth.faderOf('mixer', 2, 1);
    booth.faderOf('mixer', 1, 1.27);
    expect([level(left), level(right)]).toEqual([undefined, 1]);
  });
});

test('an effective level that was never above zero means nothing, so that starts decide', () => {
  booth.level(1, 0);
  booth.level(2, 0);
  booth.start(1);
  expect(booth.announced).toEqual(['One']);
  expect(booth.detection.withoutLevels).toBe(true);
});

test('of two mixers that claim to carry a deck, the one that was connected first counts', () => {
  booth.connect('first');
  booth.connect('second');
  for (const [mixer, position] of [
    ['second', 0.3],
    ['first', 0.9],
  ] as const) {
    booth.assign(mixer, 1, { device: DEVICE, number: 1 });
    booth.faderOf(mixer, 1, position);
  }
  expect(level(1)).toBe(0.9);
});

test('a crossfader that changes several levels changes them at once: no third deck leads in between', () => {
  booth.prepare(3, 'Three');
  for (const [channel, position] of [1, 1, 0.5].entries()) {
    booth.fader(channel + 1, position);
  }
  booth.crossfader(0);
  booth.play(1);
  booth.play(2);
  booth.play(3);
  booth.crossfader(1);
  expect(booth.announced).toEqual(['One', 'Two']);
});

test('volume never announces a deck that is not the loudest playing one, wherever the crossfader is', () => {
  const crossfader = fc
    .constantFrom(0, 0.3, 0.5, 0.7, 1)
    .map((position) => (hands: HardwareBooth) => hands.crossfader(position));
  expectTheLoudest((percent) => new HardwareBooth('volume', percent), crossfader);
});
