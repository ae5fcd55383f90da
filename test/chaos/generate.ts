/** A DJ who mixes and improvises, and a computer with every kind of trouble. */
import { Chance } from './chance.ts';
import { DECK_KINDS } from './decks/index.ts';
import type {
  ChaosAct,
  ChaosSet,
  ChaosTrack,
  ChaosTrouble,
  DiskTrouble,
  HidingField,
  ServiceTrouble,
  TimedAct,
} from './script.ts';

const MINUTE = 60_000;
/** Refused sinks pause for fifteen minutes, and every sink must catch up. */
const CALM_MS = 17 * MINUTE;
/** A returning program's colors are uncertain: no track is hidden. */
const AFTER_BLINDNESS_MS = 6_000;
const FADER_STEP_MS = 250;
/** Until the track is on air again. */
const RESTARTED_MS = 40_000;
/** Percent of the sets in which the operator begins new ones. */
const SETS_WITH_NEW = 40;
/** Percent of the sets in which the operator removes rows of the set list. */
const SETS_WITH_REMOVE = 50;
/** Percent of the sets in which the operator hides tracks before they are on air. */
const SETS_WITH_HIDE_NEXT = 40;
/** A stopped program answers late. */
const ANSWERS_MS = 1_000;
/** Loads until a track lies on no deck. */
const AGAIN_AFTER = 6;

const DISK: readonly DiskTrouble[] = ['full', 'broken', 'hangs'];
const SERVICE: readonly ServiceTrouble[] = [
  'fails',
  'limits',
  'refuses',
  'offline',
  'hangs',
  'loses the answer',
];

export function chaosSet(seed: number, minutes: number, decks?: string): ChaosSet {
  return withRemoved(withHideNext(withNewSets(new Generator(seed, decks).set(minutes))));
}

/**
 * In a share of the sets, the operator begins new ones at any moment, and leaves some tracks hidden. Drawn apart from
 * everything else, which therefore stays the seed's.
 */
function withNewSets(set: ChaosSet): ChaosSet {
  const chance = new Chance(set.seed + 3);
  if (!chance.percent(SETS_WITH_NEW)) {
    return set;
  }
  let acts = set.acts;
  for (const act of set.acts) {
    if (act.do === 'reveal' && chance.percent(40)) {
      acts = playedAgain(acts, act, chance.between(AGAIN_AFTER, 12)).filter((one) => one !== act);
    }
  }
  const lastAt = set.endsAt - CALM_MS;
  const times = Array.from({ length: chance.between(1, 8) }, () => {
    const near = chance.pick(acts).at + chance.pick([-1_500, -150, -20, 0, 20, 150, 1_500, 8_000]);
    return chance.percent(70) ? near : chance.between(0, lastAt);
  });
  const presses = times
    .filter((at) => at > 0 && at < lastAt && mayPress(acts, at))
    .map((at): TimedAct => ({ at, do: 'new set', ...(chance.percent(40) && { next: true }) }));
  return withActs({ ...set, acts }, presses);
}

/** Presses on tracks to come, some so late that they are on air, over, or those of an earlier run. */
function withHideNext(set: ChaosSet): ChaosSet {
  const chance = new Chance(set.seed + 4);
  if (!chance.percent(SETS_WITH_HIDE_NEXT)) {
    return set;
  }
  const presses = set.acts.flatMap((act): TimedAct[] => {
    if (act.do !== 'load' || !chance.percent(12)) {
      return [];
    }
    const at = act.at + chance.pick([200, 1_500, 3_000, 5_000, 8_000, 20_000]);
    const ms = chance.pick([0, 0, 300, 2_000, 10_000, 60_000]);
    const may = at + ms < set.endsAt - CALM_MS && mayPress(set.acts, at) && mayPress(set.acts, at + ms);
    return may ? [{ at, do: 'hide next', track: act.track, ms }] : [];
  });
  return withActs(set, presses);
}

/** Presses at any moment, often just before or after a restart, or while a disk fails. */
function withRemoved(set: ChaosSet): ChaosSet {
  const chance = new Chance(set.seed + 5);
  if (!chance.percent(SETS_WITH_REMOVE)) {
    return set;
  }
  const lastAt = set.endsAt - CALM_MS;
  const troubles = set.acts.filter((act) => 'ms' in act && act.do !== 'service');
  const presses = Array.from({ length: chance.between(2, 16) }, (): TimedAct[] => {
    const near = chance.pick(chance.percent(60) && troubles.length > 0 ? troubles : set.acts);
    const moments = [near.at, near.at + ('ms' in near ? near.ms : 0)];
    const at = chance.pick(moments) + chance.pick([-8_000, -1_500, -50, 20, 1_200, 2_500, 8_000, 30_000]);
    const backAt = at + chance.pick([20, 1_500, 10_000, 60_000, 600_000]);
    const removed: TimedAct = { at, do: 'remove', back: chance.pick([0, 0, 1, 1, 1, 2, 5]) };
    return [removed, ...(chance.percent(60) ? [{ at: backAt, do: 'put back' } as const] : [])];
  });
  return withActs(
    set,
    presses.flat().filter(({ at }) => at > 0 && at < lastAt && mayPress(set.acts, at)),
  );
}

function withActs(set: ChaosSet, more: readonly TimedAct[]): ChaosSet {
  return { ...set, acts: [...set.acts, ...more].sort((one, other) => one.at - other.at) };
}

/** Whether a running program can answer. */
function mayPress(acts: readonly TimedAct[], at: number): boolean {
  return !acts.some(
    (act) =>
      (act.do === 'kill' || act.do === 'stop' || act.do === 'stall') &&
      act.at <= at &&
      at <= act.at + act.ms + ANSWERS_MS,
  );
}

/** Plays the track that the operator hid before `revealed` again, as that many tracks later. */
function playedAgain(acts: readonly TimedAct[], revealed: TimedAct, later: number): readonly TimedAct[] {
  const loads = acts.flatMap((act) => (act.do === 'load' ? [act] : []));
  const hidden = acts.findLast(({ at, do: done }) => done === 'hide' && at < revealed.at);
  const track = loads.findLast(({ at }) => at < (hidden?.at ?? 0))?.track;
  const replaced = loads.filter(({ at }) => at > revealed.at)[later]?.track;
  const isNew = !loads.some((load) => load.track === replaced && load.at < revealed.at);
  return track === undefined || !isNew
    ? acts
    : acts.map((act) => (act.do === 'load' && act.track === replaced ? { ...act, track } : act));
}

class Generator {
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #kind: (typeof DECK_KINDS)[number];
  readonly #algorithm: ChaosSet['algorithm'];
  readonly #delay: number;
  readonly #tracks: ChaosTrack[] = [];
  readonly #acts: TimedAct[] = [];
  readonly #faders: number[];
  readonly #red = new Set<number>();
  readonly #playing = new Set<number>();
  /** Latest track on each deck. */
  readonly #lying = new Map<number, number>();
  #now = 0;
  /** `back`: returns without a load. */
  #onAir: { readonly deck: number; readonly track: number; readonly back?: true } | undefined;
  #changedAt = 0;
  #clockSetAt = -1;
  #blindUntil = 0;
  #diskWellAt = 0;
  #serviceWellAt = { chat: 0, webhook: 0 };
  #nextTrouble = 0;
  #calm = false;

  constructor(seed: number, decks: string | undefined) {
    this.#seed = seed;
    this.#chance = new Chance(seed);
    // Drawn even if `decks` is given, to keep the seed's set.
    const drawn = this.#chance.pick(DECK_KINDS);
    this.#kind = DECK_KINDS.find(({ name }) => name === decks) ?? drawn;
    this.#algorithm = this.#chance.pick(['volume', 'volume', 'lead'] as const);
    this.#delay = this.#chance.pick([0, 0, 0, 2, 5]);
    this.#faders = Array.from({ length: this.#kind.deckCount + 1 }, () => 0);
  }

  set(minutes: number): ChaosSet {
    const percent = this.#chance.pick([100, 100, 90, 50]);
    const picturesMs = this.#chance.pick([0, 300, 1_500, 60_000]);
    this.#pass(2_000);
    this.#nextTrouble = this.#now + this.#chance.between(5_000, MINUTE);
    while (this.#now < minutes * MINUTE) {
      this.#mix();
      this.#stay();
    }
    this.#calm = true;
    const calmFrom = Math.max(
      this.#now,
      this.#blindUntil,
      this.#diskWellAt,
      ...Object.values(this.#serviceWellAt),
    );
    while (this.#now < calmFrom + CALM_MS) {
      this.#mix();
      this.#pass(this.#chance.between(30_000, 90_000));
    }
    this.#pass(MINUTE);
    this.#act({ do: 'snapshot' });
    this.#pass(1_000);
    return {
      seed: this.#seed,
      decks: this.#kind.name,
      deckCount: this.#kind.deckCount,
      algorithm: this.#algorithm,
      percent,
      delay: this.#delay,
      picturesMs,
      tracks: this.#tracks,
      acts: this.#acts,
      endsAt: this.#now,
      slackMs: 0,
    };
  }

  #mix(): void {
    const from = this.#onAir?.deck;
    const to = this.#chance.pick(this.#decks().filter((deck) => deck !== from));
    this.#prepare(to);
    const track = this.#load(to);
    this.#wait(1_000, 6_000);
    if (this.#chance.percent(20)) {
      this.#preview(to);
    }
    this.#play(to);
    this.#wait(500, 8_000);
    this.#fade(to, from);
    if (from !== undefined && (this.#algorithm === 'lead' || this.#chance.percent(80))) {
      this.#pause(from);
    }
    this.#onAir = { deck: to, track };
    this.#changedAt = this.#now;
  }

  #prepare(deck: number): void {
    if (this.#playing.has(deck)) {
      this.#pause(deck);
    }
    this.#fader(deck, 0);
    if (this.#now > this.#blindUntil + AFTER_BLINDNESS_MS) {
      const red = this.#chance.percent(12);
      if (red !== this.#red.has(deck)) {
        this.#color(deck, red);
        this.#pass(500);
      }
    }
    if (this.#chance.percent(30)) {
      this.#lying.delete(deck);
      this.#act({ do: 'unload', deck });
      this.#wait(100, 3_000);
    }
  }

  #stay(): void {
    const { deck, track, back } = this.#onAir ?? { deck: 1, track: 0 };
    const until = this.#now + this.#chance.pick([1_500, 12_000, 30_000, 60_000, 120_000, 240_000]);
    while (this.#now < until) {
      this.#wait(300, 15_000);
      const mess = this.#chance.between(0, 13);
      switch (mess) {
        case 0:
          this.#act({ do: 'pause', deck });
          this.#pass(this.#chance.between(30, 200));
          this.#act({ do: 'play', deck });
          break;
        case 1:
          if (this.#kind.isHardware) {
            this.#act({ do: 'platter', deck, turns: false });
            this.#pass(this.#chance.between(50, 700));
            this.#act({ do: 'platter', deck, turns: true });
          }
          break;
        case 2:
          this.#fader(deck, this.#chance.pick([0.4, 0.7, 1]));
          break;
        case 3:
          this.#hideByColor(deck);
          break;
        case 4:
          this.#hideByHand(back === undefined);
          break;
        case 5:
          if (this.#chance.percent(30) && back === undefined) {
            this.#reload(deck, track);
          }
          break;
        case 6:
          if (this.#chance.percent(30) && !this.#red.has(deck) && back === undefined) {
            this.#double(deck, track);
            return;
          }
          break;
        case 7:
          if (this.#now > this.#blindUntil + 10_000 && this.#quietFor(20_000)) {
            this.#pass(20_000);
            this.#act({ do: 'snapshot' });
          }
          break;
        case 8:
          this.#peek(deck);
          break;
        case 9:
          if (this.#chance.percent(30) && this.#goBack(deck)) {
            return;
          }
          break;
        default:
          break;
      }
    }
  }

  /** Goes back to a replaced track that is still loaded. */
  #goBack(from: number): boolean {
    const to = this.#decks().find((deck) => deck !== from && this.#lying.has(deck));
    const track = this.#lying.get(to ?? 0);
    if (to === undefined || track === undefined || track === this.#onAir?.track) {
      return false;
    }
    this.#play(to);
    this.#wait(500, 8_000);
    this.#fade(to, from);
    this.#pause(from);
    this.#onAir = { deck: to, track, back: true };
    this.#wait(5_000, 20_000);
    return true;
  }

  #peek(deck: number): void {
    const other = this.#chance.pick(this.#decks().filter((one) => one !== deck));
    if (this.#playing.has(other) && this.#algorithm === 'volume') {
      this.#fader(other, 0.8);
      this.#wait(100, 2_000);
      this.#fader(other, 0);
    }
  }

  #preview(deck: number): void {
    this.#play(deck);
    this.#pass(this.#chance.pick([50, 150, 220, 4_000]));
    this.#pause(deck);
    this.#wait(1_000, 3_000);
  }

  #hideByColor(deck: number): void {
    const ms = this.#chance.between(6_000, 20_000);
    if (this.#now > this.#blindUntil + AFTER_BLINDNESS_MS && this.#quietFor(ms)) {
      const was = this.#red.has(deck);
      this.#color(deck, !was);
      this.#pass(ms);
      this.#color(deck, was);
      this.#pass(6_000);
    }
  }

  #hideByHand(mayRestart: boolean): void {
    const ms = this.#chance.between(6_000, 20_000);
    const steadyMs = 1_000 * this.#delay + 10_000;
    if (this.#now > this.#blindUntil + AFTER_BLINDNESS_MS && this.#quietFor(ms + steadyMs + RESTARTED_MS)) {
      this.#pass(steadyMs);
      this.#act({ do: 'hide' });
      this.#pass(ms);
      if (mayRestart && this.#setSurelyGoesOn() && this.#chance.percent(50)) {
        this.#restartHidden();
      }
      this.#act({ do: 'reveal' });
      this.#pass(6_000);
    }
  }

  /** Whether no trouble keeps the set from being stored and read. */
  #setSurelyGoesOn(): boolean {
    return !this.#calm && this.#clockSetAt < this.#changedAt && this.#now > this.#diskWellAt + 30_000;
  }

  #restartHidden(): void {
    const ms = this.#chance.pick([2_500, 20_000]);
    this.#act({ do: this.#chance.pick(['kill', 'stop'] as const), ms });
    this.#blindUntil = this.#now + ms;
    this.#pass(RESTARTED_MS);
  }

  #reload(deck: number, track: number): void {
    this.#pause(deck);
    this.#wait(400, 2_000);
    this.#act({ do: 'load', deck, track });
    this.#wait(1_000, 3_000);
    this.#play(deck);
  }

  /** Another deck takes over the same track. */
  #double(deck: number, track: number): void {
    const to = this.#chance.pick(this.#decks().filter((one) => one !== deck));
    if (this.#playing.has(to)) {
      this.#pause(to);
    }
    this.#fader(to, 0);
    if (this.#red.has(to)) {
      this.#color(to, false);
    }
    this.#lying.set(to, track);
    this.#act({ do: 'load', deck: to, track });
    this.#wait(1_000, 3_000);
    this.#play(to);
    this.#wait(500, 3_000);
    this.#fade(to, deck);
    this.#pause(deck);
    this.#onAir = { deck: to, track };
    this.#wait(5_000, 20_000);
  }

  #fade(to: number, from: number | undefined): void {
    const steps = this.#chance.pick([1, 1, 4, 16, 30]);
    const top = this.#chance.pick([0.6, 0.8, 1, 1]);
    for (let step = 1; step <= steps; step += 1) {
      this.#fader(to, step === steps ? top : (top * step) / steps);
      if (from !== undefined) {
        this.#fader(from, step === steps ? 0 : (this.#faders[from] ?? 0) * (1 - step / steps));
      }
      if (steps > 1) {
        this.#pass(FADER_STEP_MS);
      }
    }
  }

  #load(deck: number): number {
    const known = this.#tracks.length;
    const old = this.#chance.percent(10) && known > 6 ? this.#chance.between(0, known - 6) : undefined;
    const again = [...this.#lying.values()].some((lying) => lying === old) ? undefined : old;
    const track = again ?? known;
    if (again === undefined) {
      this.#tracks.push(newTrack(known, this.#chance, this.#kind.hiddenBy));
    }
    this.#playing.delete(deck);
    this.#lying.set(deck, track);
    this.#act({ do: 'load', deck, track });
    return track;
  }

  #decks(): number[] {
    return Array.from({ length: this.#kind.deckCount }, (_, index) => index + 1);
  }

  #play(deck: number): void {
    this.#playing.add(deck);
    this.#act({ do: 'play', deck });
  }

  #pause(deck: number): void {
    this.#playing.delete(deck);
    this.#act({ do: 'pause', deck });
  }

  #fader(deck: number, level: number): void {
    this.#faders[deck] = level;
    this.#act({ do: 'fader', deck, level: Math.round(level * 100) / 100 });
  }

  #color(deck: number, red: boolean): void {
    if (!this.#kind.isHardware) {
      return;
    }
    if (red) {
      this.#red.add(deck);
    } else {
      this.#red.delete(deck);
    }
    this.#act({ do: 'color', deck, red });
  }

  #act(act: ChaosAct): void {
    this.#acts.push({ at: this.#now, ...act });
  }

  #wait(least: number, most: number): void {
    this.#pass(this.#chance.between(least, most));
  }

  #quietFor(ms: number): boolean {
    return this.#calm || this.#nextTrouble > this.#now + ms + 2_000;
  }

  #pass(ms: number): void {
    const end = this.#now + ms;
    while (!this.#calm && this.#nextTrouble > 0 && this.#nextTrouble <= end) {
      this.#now = Math.max(this.#now, this.#nextTrouble);
      this.#trouble();
      this.#nextTrouble = this.#now + this.#chance.between(3_000, 100_000);
    }
    this.#now = Math.max(this.#now, end);
  }

  #trouble(): void {
    if (this.#chance.percent(5)) {
      this.#clockSetAt = this.#now;
      this.#act({
        do: 'clock',
        ms: this.#chance.pick([-7_200_000, -60_000, -1_000, 1_000, 60_000, 3_600_000]),
      });
      return;
    }
    const act = this.#someTrouble();
    if (act.do === 'disk') {
      if (this.#now > this.#diskWellAt + 5_000) {
        this.#diskWellAt = this.#now + act.ms;
        this.#act(act);
      }
    } else if (act.do === 'service') {
      if (this.#now > this.#serviceWellAt[act.which] + 5_000) {
        this.#serviceWellAt[act.which] = this.#now + act.ms;
        this.#act(act);
      }
    } else if (this.#now > this.#blindUntil + AFTER_BLINDNESS_MS) {
      this.#blindUntil = this.#now + act.ms;
      this.#act(act);
    }
  }

  #someTrouble(): ChaosTrouble {
    const chance = this.#chance;
    const ms = chance.pick([200, 1_500, 4_000, 12_000, 40_000]);
    switch (chance.between(0, 6)) {
      case 0:
        return { do: 'drop', ms };
      case 1:
        return { do: 'kill', ms: chance.pick([300, 2_000, 20_000, 300_000]) };
      case 2:
        return { do: 'stop', ms: chance.pick([2_500, 10_000, 60_000, 600_000]) };
      case 3:
        return { do: 'stall', ms };
      case 4:
        return { do: 'disk', how: chance.pick(DISK), ms: 5 * ms };
      default:
        return {
          do: 'service',
          which: chance.pick(['chat', 'webhook'] as const),
          how: chance.pick(SERVICE),
          ms: 3 * ms,
        };
    }
  }
}

const ODD = [
  '',
  '',
  '',
  ' "Live"',
  ' (夜行 Mix)',
  ' $SONG$',
  ' \\ B',
  " d'Été",
  ' 🎉',
  ' <b>',
  '\u0007 \n',
  ' *x*',
];

const HIDING: readonly HidingField[] = ['title', 'artist', 'genre', 'filename'];

export function newTrack(number: number, chance: Chance, hiddenBy = HIDING): ChaosTrack {
  const token = `tok${number}q`;
  const hides = chance.percent(12) ? chance.pick(hiddenBy) : '';
  return {
    token,
    artist: `${hides === 'artist' ? 'Secret ' : ''}Artist ${token}${chance.pick(ODD)}`,
    title: `${hides === 'title' ? 'Secret ' : ''}Title ${token}${chance.pick(ODD)}`,
    genre: hides === 'genre' ? 'Secret' : 'House',
    filename: `${hides === 'filename' ? 'secret ' : ''}${token}.mp3`,
    secret: hides !== '',
  };
}
