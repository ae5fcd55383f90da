import { FLAG, MEDIUM, PLAY_STATE, type PlayerStatus, ROLE, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import type { WireClock } from '@deckcast/wire-kit';
import { LinkAnnouncer } from './link-announcer.ts';
import type { LinkModel } from './link-models.ts';
import type { LinkCadence, LinkOutput } from './link-output.ts';

export interface LinkPlayerOptions {
  readonly name: string;
  readonly model: LinkModel;
  readonly number: number;
  readonly first?: boolean;
  readonly output: LinkOutput;
  readonly clock: WireClock;
  readonly cadence: LinkCadence;
}

export interface LinkTrackRef {
  readonly player: number;
  readonly slot: number;
  readonly type: number;
  readonly id: number;
  readonly bpm: number;
}

/** The status lacks `usb2`, the second slot of an XDJ-AZ. */
export type LinkSlot = 'usb' | 'sd' | 'usb2';

const ALWAYS = 0x84;
const STOPPED = 0x04;
/** How long a medium is reported as leaving, then as gone. */
const REMOVING_MS = 1_500;
const REMOVED_MS = 60;
const BEATS_IN_BAR = 4;
const MINUTE_MS = 60_000;

type State = Omit<PlayerStatus, 'kind' | 'name' | 'number' | 'length' | 'format' | 'firmware'>;

const EMPTY: State = {
  sourcePlayer: 0,
  slot: SLOT.none,
  trackType: TRACK_TYPE.none,
  trackId: 0,
  usb: MEDIUM.empty,
  sd: MEDIUM.empty,
  playState: PLAY_STATE.empty,
  flags: ALWAYS,
  motion: 0xfe,
  pitch: 1,
  bpm: null,
  nextMaster: null,
  beat: null,
  beatInBar: 0,
  emergencyLoop: false,
};

export class LinkPlayer {
  readonly #options: LinkPlayerOptions;
  readonly #announcer: LinkAnnouncer;
  #state: State = EMPTY;
  #isSilent = false;
  #sent = 0;
  #playsWhenLoaded = false;
  #cancelLoad = (): void => undefined;
  #cancelBeat = (): void => undefined;
  /** Time on the clock, as if timers were exact. */
  #beatAt = 0;
  /** Part of the beat that had passed at the pause; 1 before the first beat. */
  #pausedAfter = 1;
  #cancelStatus = (): void => undefined;
  #cancelEject = (): void => undefined;

  constructor(options: LinkPlayerOptions) {
    this.#options = options;
    this.#announcer = new LinkAnnouncer({ ...options, role: ROLE.player });
  }

  get number(): number {
    return this.#announcer.number;
  }

  /** Claims it as after a start. */
  set number(number: number) {
    this.#announcer.renumber(number);
  }

  get status(): PlayerStatus {
    const { name, model } = this.#options;
    const flags = model.packet.length <= 0xd0 ? null : this.#state.flags;
    return { ...this.#state, kind: 'status', name, number: this.number, ...model.packet, flags };
  }

  /** `starts`: claims its number first. */
  switchOn(starts = false): void {
    const { clock, cadence } = this.#options;
    this.#announcer.start(starts);
    const next = (): void => {
      this.#cancelStatus = clock.after(cadence.statusMs, next);
      this.#sendStatus();
    };
    next();
  }

  /** This network lacks a goodbye. Media in the slots stay. */
  switchOff(): void {
    this.#announcer.stop();
    this.#cancelStatus();
    this.#cancelLoad();
    this.#cancelBeat();
    this.#cancelEject();
    this.#isSilent = false;
    const { usb, sd } = this.#state;
    this.#state = { ...EMPTY, usb, sd };
  }

  /** Keep-alives go on. */
  silence(): void {
    this.#isSilent = true;
  }

  insert(slot: LinkSlot): void {
    if (slot !== 'usb2') {
      this.set({ [slot]: MEDIUM.mounted });
    }
  }

  /**
   * Resolves when the slot is empty, or the player off. @param gone called when the medium may be forgotten
   */
  eject(slot: LinkSlot, gone: () => void): Promise<void> {
    const { clock } = this.#options;
    if (slot === 'usb2') {
      gone();
      return Promise.resolve();
    }
    this.set({ [slot]: MEDIUM.removing });
    return new Promise((resolve) => {
      const later = (ms: number, run: () => void): void => {
        const cancel = clock.after(ms, run);
        this.#cancelEject = () => {
          cancel();
          resolve();
        };
      };
      later(REMOVING_MS, () => {
        this.set({ [slot]: MEDIUM.removed });
        gone();
        later(REMOVED_MS, () => {
          this.set({ [slot]: MEDIUM.empty });
          resolve();
        });
      });
    });
  }

  /** The id comes at once with the old tempo, the new tempo at the end of loading. */
  load({ player, slot, type, id, bpm }: LinkTrackRef, loadMs: number): void {
    this.#cancelLoad();
    this.#cancelBeat();
    this.#playsWhenLoaded = false;
    this.#pausedAfter = 1;
    this.set({
      sourcePlayer: player,
      slot,
      trackType: type,
      trackId: id,
      playState: PLAY_STATE.loading,
      ...this.#stopped(),
    });
    const finish = (): void => {
      const hasGrid = type === TRACK_TYPE.rekordbox;
      this.set({
        playState: PLAY_STATE.cued,
        bpm: hasGrid ? bpm : null,
        beat: 0,
        beatInBar: 1,
      });
      if (this.#playsWhenLoaded) {
        this.play();
      }
    };
    if (loadMs === 0) {
      finish();
    } else {
      this.#cancelLoad = this.#options.clock.after(loadMs, finish);
    }
  }

  unload(): void {
    this.#pausedAfter = 1;
    this.#cancelLoad();
    this.#cancelBeat();
    const { sourcePlayer, slot, trackType, trackId, playState, bpm } = EMPTY;
    this.set({ sourcePlayer, slot, trackType, trackId, playState, bpm, ...this.#stopped() });
  }

  play(): void {
    if (this.#state.playState === PLAY_STATE.loading) {
      this.#playsWhenLoaded = true;
    } else if (this.#state.trackId !== 0) {
      const passed = this.#beatsPassed;
      this.set({ playState: PLAY_STATE.playing, ...this.#moving() });
      this.#cancelBeat();
      this.#goOn(passed);
    }
  }

  pause(): void {
    this.#playsWhenLoaded = false;
    if (this.#state.trackId !== 0) {
      this.#cancelBeat();
      this.#pausedAfter = this.#beatsPassed;
      this.set({ playState: PLAY_STATE.paused, ...this.#stopped() });
    }
  }

  /** The track plays while held, and returns to the cue point. */
  cue(held: boolean): void {
    this.#cancelBeat();
    this.set(
      held
        ? { playState: PLAY_STATE.cuePlay, ...this.#moving() }
        : { playState: PLAY_STATE.cued, ...this.#stopped() },
    );
  }

  transport(how: 'looping' | 'searching' | 'emergencyLoop' | 'playing'): void {
    this.set({ playState: PLAY_STATE[how], emergencyLoop: how === 'emergencyLoop', ...this.#moving() });
  }

  /** A held platter clears the flag; the state stays. */
  hold(held: boolean): void {
    this.set(held ? this.#stopped() : this.#moving());
  }

  end(): void {
    this.#cancelBeat();
    this.set({ playState: PLAY_STATE.ended, ...this.#stopped() });
  }

  /** `next`: takes over, during the hand-over. */
  master(on: boolean, next: number | null = null): void {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.master, on);
    this.set({ flags, nextMaster: next });
  }

  /** Factor, 1 = 0 %. The beat goes on from its place. */
  pitch(pitch: number): void {
    const isBeating = this.beatNow !== undefined;
    const passed = this.#beatsPassed;
    this.set({ pitch });
    if (isBeating) {
      this.#goOn(passed);
    }
  }

  /** Beats since the start of the track; undefined while no beat sounds. */
  get beatNow(): number | undefined {
    const { beat, flags, pitch } = this.#state;
    const beatMs = this.#beatMs;
    return beat === null || beatMs === undefined || ((flags ?? 0) & FLAG.playing) === 0
      ? undefined
      : beat + ((this.#options.clock.monotonic() - this.#beatAt) * pitch) / beatMs;
  }

  /** Beats since the last one began. */
  get #beatsPassed(): number {
    const beat = this.beatNow;
    return beat === undefined ? this.#pausedAfter : beat - (this.#state.beat ?? 0);
  }

  /** Length at 0 % pitch; undefined without a beat grid. */
  get #beatMs(): number | undefined {
    const { bpm } = this.#state;
    return bpm === null || bpm === 0 ? undefined : MINUTE_MS / bpm;
  }

  onAir(on: boolean): void {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.onAir, on);
    if (flags !== this.#state.flags) {
      this.set({ flags });
    }
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#sendStatus();
  }

  #moving(): Partial<State> {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.playing, true);
    return { flags, motion: 0xfa };
  }

  #stopped(): Partial<State> {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.playing, false);
    return { flags, motion: 0xfa | STOPPED };
  }

  #sendStatus(): void {
    if (this.#announcer.isOn && !this.#isSilent) {
      const { model, output } = this.#options;
      const skipsTrack = model.skipsTrack && this.#sent % 2 === 1;
      this.#sent += 1;
      output.status(skipsTrack ? { ...this.status, trackId: 0, slot: SLOT.none } : this.status);
    }
  }

  /** `at`: when it begins. */
  #beat(at: number): void {
    const { name, output } = this.#options;
    const { bpm, pitch, beat } = this.#state;
    const beatMs = this.#beatMs;
    if (bpm === null || beatMs === undefined) {
      return;
    }
    const inBar = ((beat ?? 0) % BEATS_IN_BAR) + 1;
    this.#beatAt = at;
    this.#state = { ...this.#state, beat: (beat ?? 0) + 1, beatInBar: inBar };
    if (this.#announcer.isOn) {
      output.timing({
        kind: 'beat',
        name,
        format: 0,
        number: this.number,
        nextBeat: Math.round(beatMs),
        pitch,
        bpm,
        beatInBar: inBar,
      });
    }
    this.#scheduleBeat();
  }

  #goOn(passed: number): void {
    const now = this.#options.clock.monotonic();
    this.#beatAt = now - (passed * (this.#beatMs ?? 0)) / this.#state.pitch;
    if (passed >= 1) {
      this.#beat(now);
    } else {
      this.#scheduleBeat();
    }
  }

  /** Beats follow from each other, because late timers would make the track slower. */
  #scheduleBeat(): void {
    const { clock } = this.#options;
    const beatMs = this.#beatMs;
    this.#cancelBeat();
    if (beatMs !== undefined) {
      const next = this.#beatAt + beatMs / this.#state.pitch;
      this.#cancelBeat = clock.after(next - clock.monotonic(), () => this.#beat(next));
    }
  }
}

function flagged(flags: number, bit: number, on: boolean): number {
  return on ? flags | bit : flags & ~bit;
}
