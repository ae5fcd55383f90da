import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { membersOf, runSource } from '../../../test/support/source.ts';
import type { DeckState } from '../../core/contracts/deck.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { RunError } from '../../core/errors.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { CombinedSource } from './combined-source.ts';

const DECK: DeckState = {
  deck: '1',
  device: 'prime4',
  track: UNKNOWN_TRACK,
  loaded: true,
  reachable: true,
  playing: true,
  color: '',
  featured: true,
  announced: true,
  hidden: false,
  reason: '',
};

/** Controlled by the test. */
class Puppet implements Source {
  listener: SourceListener | undefined;
  ended = false;
  decks?: () => readonly DeckState[];
  silence: NonNullable<Source['silence']> = () => undefined;
  fail: (error: Error) => void = () => undefined;

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.listener = listener;
    await new Promise<void>((resolve, reject) => {
      this.fail = reject;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.ended = true;
  }

  health() {
    return { watching: 'strings', lastHeardAt: 7 };
  }

  plays(title: string): void {
    const track = { ...UNKNOWN_TRACK, artist: 'A', title, durationMs: 60_000 };
    this.listener?.transition({ playId: title, track, source: 'puppet', at: 0, hidden: false });
  }
}

let clock: FakeClock;
let log: ReturnType<typeof keptLog>;
let one: Puppet;
let two: Puppet;
let several: CombinedSource;

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  one = new Puppet();
  two = new Puppet();
  several = new CombinedSource(membersOf({ hwdevice: one, softa: two }), { log, clock });
});

test('a waiting source takes over after the holder has fallen silent, and all sources end together', async () => {
  const { announced, stop } = runSource(several);
  one.plays('One');
  await clock.advance(90_000);
  two.plays('Two');
  expect(announced).toEqual(['A - One']);
  await clock.advance(31_000);
  expect(announced).toEqual(['A - One', 'A - Two']);
  await stop();
  expect([one.ended, two.ended, clock.waiting]).toEqual([true, true, 0]);
});

test('a deck holds the lead until it stops or its fader is closed', async () => {
  const { announced, stop } = runSource(several);
  one.decks = () => [{ ...DECK, level: 0.8 }];
  one.plays('One');
  two.plays('Two');
  await clock.advance(60_000);
  two.plays('Three');
  expect(announced).toEqual(['A - One']);
  one.decks = () => [{ ...DECK, level: 0.01 }];
  await clock.advance(1000);
  expect(announced).toEqual(['A - One', 'A - Three']);
  await stop();
});

test('the end of a track that another source still plays is no end', async () => {
  const { ends, stop } = runSource(several);
  one.plays('One');
  two.plays('One');
  two.listener?.ended('One', 1);
  expect(ends).toEqual([]);
  one.listener?.ended('One', 2);
  expect(ends).toEqual([{ playId: 'One', at: 2 }]);
  await stop();
});

test('a track is silent unless another source still plays it', async () => {
  const { stop } = runSource(several);
  const silence = { since: 1, why: 'paused' } as const;
  one.plays('One');
  two.silence = (isOnAir) => (isOnAir('One') ? silence : undefined);
  expect(several.silence((play) => play === 'One')).toEqual(silence);
  expect(several.silence(() => false)).toBeUndefined();
  one.decks = () => [{ ...DECK, play: 'One' }];
  expect(several.silence((play) => play === 'One')).toBeUndefined();
  one.decks = () => [{ ...DECK, play: 'One', reachable: false }];
  expect(several.silence((play) => play === 'One')).toEqual(silence);
  await stop();
});

test('names that a waiting source learns are announced with its track', async () => {
  const { transitions, learned, stop } = runSource(several);
  one.plays('One');
  await clock.advance(90_000);
  two.plays('Two');
  const known = { ...UNKNOWN_TRACK, artist: 'A', title: 'Two', genre: 'Promo' };
  two.listener?.namesChanged('Two', known);
  await clock.advance(10 * 60_000);
  expect(transitions.map(({ track }) => track.genre)).toEqual(['', 'Promo']);
  one.listener?.namesChanged('One', { ...known, title: 'One' });
  expect(learned.at(-1)).toMatchObject({ playId: 'One', track: { genre: 'Promo' } });
  await stop();
});

test('run rejects when the last working source fails after a track', async () => {
  const { ended } = runSource(several);
  one.fail(new RunError('no network'));
  await clock.advance(0);
  two.plays('Two');
  two.fail(new RunError('no file'));
  await expect(ended).rejects.toThrow('no file');
  expect(clock.waiting).toBe(0);
});

describe('a source that cannot start', () => {
  let tries: readonly [Puppet, Puppet, Puppet];
  let made: number;

  beforeEach(() => {
    tries = [new Puppet(), new Puppet(), new Puppet()];
    made = 0;
    const again = () => {
      made += 1;
      return tries[made] ?? one;
    };
    several = new CombinedSource(
      [{ name: 'icecast', source: tries[0], again }, ...membersOf({ softa: two })],
      { log, clock },
    );
  });

  async function fail(puppet: Puppet): Promise<void> {
    puppet.fail(new RunError('port 8000 is in use'));
    await clock.advance(0);
  }

  test('is retried with growing pauses, reports its problem until it runs, and is then followed', async () => {
    const { announced, stop } = runSource(several);
    await fail(tries[0]);
    await clock.advance(999);
    expect(made).toBe(0);
    await clock.advance(1);
    await fail(tries[1]);
    await clock.advance(1_999);
    expect([made, several.health().problem]).toEqual([1, 'A program that broadcasts: port 8000 is in use']);
    await clock.advance(1);
    expect(several.health().problem).toBe('A program that broadcasts: port 8000 is in use');
    await clock.advance(1_000);
    expect([made, several.health().problem]).toEqual([2, undefined]);
    expect(log.at('error')).toEqual(['source failed']);
    tries[2].plays('One');
    expect(announced).toEqual(['A - One']);
    await stop();
    expect([tries[2].ended, clock.waiting]).toEqual([true, 0]);
  });

  test('is retried at once after a change of settings while others go on', async () => {
    const { announced, stop } = runSource(several);
    await fail(tries[0]);
    two.plays('Two');
    expect(announced).toEqual(['A - Two']);
    several.settingsChanged();
    await clock.advance(0);
    expect(made).toBe(1);
    await stop();
  });

  test('is not retried once it has reported a track, because a new one would reuse its play ids', async () => {
    const { stop } = runSource(several);
    tries[0].plays('One');
    await fail(tries[0]);
    await clock.advance(60_000);
    expect([made, several.health().problem]).toEqual([0, 'A program that broadcasts: port 8000 is in use']);
    await stop();
    expect(clock.waiting).toBe(0);
  });
});

test('the operator can give the lead to any deck', async () => {
  const hardware = Object.assign(new Puppet(), { putOnAir: (deck: string) => deck === '2' });
  several = new CombinedSource(membersOf({ softa: one, hwdevice: hardware }), { log, clock });
  const { announced, stop } = runSource(several);
  one.plays('One');
  hardware.plays('Two');
  expect(several.putOnAir?.('3')).toBe(false);
  expect(announced).toEqual(['A - One']);
  expect(several.putOnAir?.('2')).toBe(true);
  expect(several.putOnAir?.('2')).toBe(true);
  expect(announced).toEqual(['A - One', 'A - Two']);
  await stop();
});

test('putOnAir chooses the source with the given play when two sources have a deck of that label', () => {
  const requests: unknown[] = [];
  const withDeck = (play: string) =>
    Object.assign(new Puppet(), {
      decks: () => [{ ...DECK, deck: '2', play }],
      putOnAir(deck: string, meant?: string) {
        requests.push({ asks: play, deck, meant });
        return meant === play;
      },
    });
  const both = membersOf({ hwdevice: withDeck('hwdevice:4'), prodjlink: withDeck('prodjlink:7') });
  const combined = new CombinedSource(both, { log, clock });
  expect(combined.putOnAir?.('2', 'prodjlink:7')).toBe(true);
  expect(combined.putOnAir?.('2', 'prodjlink:6')).toBe(false);
  expect(requests).toContainEqual({ asks: 'prodjlink:7', deck: '2', meant: 'prodjlink:7' });
});

test('accept passes a track to the source that takes posts; without one and without decks, neither method exists', () => {
  const accept = (body: unknown) => ({ ok: false, problem: String(body) }) as const;
  const door = Object.assign(new Puppet(), { accept });
  const withDoor = new CombinedSource(membersOf({ one, door }), { log, clock });
  expect(withDoor.accept?.('hello')).toEqual({ ok: false, problem: 'hello' });
  expect([several.putOnAir, several.accept]).toEqual([undefined, undefined]);
});

test('a source that was never heard is no problem beside one that was', () => {
  const absent = Object.assign(new Puppet(), {
    health: () => ({ watching: 'nothing', problem: 'no player' }),
  });
  const lost = Object.assign(new Puppet(), { health: () => ({ ...one.health(), problem: 'unplugged' }) });
  const healthBeside = (other: Puppet) =>
    new CombinedSource(membersOf({ other, absent }), { log, clock }).health();
  const waiting = { problem: undefined, details: [{ name: 'absent', state: 'no player' }] };
  expect(healthBeside(one)).toMatchObject(waiting);
  expect(healthBeside(lost).problem).toBe('other: unplugged');
  expect(healthBeside(absent).problem).toBe('other: no player; absent: no player');
});

test('health does not name a source beside the program that it reads', () => {
  const serato = { watching: 'Serato DJ 4: master.sqlite', program: 'Serato DJ 4' };
  const softb = Object.assign(new Puppet(), { health: () => serato });
  expect(new CombinedSource(membersOf({ softa: one, softb }), { log, clock }).health().watching).toEqual(
    'djay, DJUCED, VirtualDJ, or any text file: strings; Serato DJ 4: master.sqlite',
  );
});

test('health lists each source, and has no time if no source has received anything', () => {
  const deaf = Object.assign(new Puppet(), { health: () => ({ watching: 'nothing' }) });
  expect(new CombinedSource(membersOf({ softa: one, deaf }), { log, clock }).health()).toEqual({
    watching: 'djay, DJUCED, VirtualDJ, or any text file: strings; deaf: nothing',
    lastHeardAt: 7,
    details: [],
  });
  expect(new CombinedSource(membersOf({ deaf }), { log, clock }).health().lastHeardAt).toBeUndefined();
});
