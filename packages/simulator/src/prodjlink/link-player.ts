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

/** No status reports the content of `usb2`, the second slot of an XDJ-AZ. */
export type LinkSlot = 'usb' | 'sd' | 'usb2';

const ALWAYS = 0x84;
const STOPPED = 0x04;
/** A player reports a medium as leaving this long, then as gone. */
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
  /** Play requested during a load, to begin after it. */
  #playsWhenLoaded = false;
  #cancelLoad = (): void => undefined;
  #cancelBeat = (): void => undefined;
  /** When the last beat began, on the clock, as if timers were exact. */
  #beatAt = 0;
  #cancelStatus = (): void => undefined;
  #cancelEject = (): void => undefined;

  constructor(options: LinkPlayerOptions) {
    this.#options = options;
    this.#announcer = new LinkAnnouncer({ ...options, role: ROLE.player });
  }

  get number(): number {
    return this.#announcer.number;
  }

  /** The DJ changes the number; the player claims it as after a start. */
  set number(number: number) {
    this.#announcer.renumber(number);
  }

  get status(): PlayerStatus {
    const { name, model } = this.#options;
    const flags = model.packet.length <= 0xd0 ? null : this.#state.flags;
    return { ...this.#state, kind: 'status', name, number: this.number, ...model.packet, flags };
  }

  /** `starts`: claims its number before it announces itself, as after its power was switched on. */
  switchOn(starts = false): void {
    const { clock, cadence } = this.#options;
    this.#announcer.start(starts);
    const next = (): void => {
      this.#cancelStatus = clock.after(cadence.statusMs, next);
      this.#sendStatus();
    };
    next();
  }

  /** No goodbye, which this network lacks. Everything is lost, except the media in the slots. */
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

  /** Announces itself until it is switched off, and sends no status. */
  silence(): void {
    this.#isSilent = true;
  }

  insert(slot: LinkSlot): void {
    if (slot !== 'usb2') {
      this.set({ [slot]: MEDIUM.mounted });
    }
  }

  /**
   * The button reports the medium as leaving, then as gone. Resolves when the slot is empty, or the player is switched
   * off. @param gone called when the medium may be forgotten
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

  /** The id comes at once, with the tempo of the track before; the new tempo comes when the track is loaded. */
  load({ player, slot, type, id, bpm }: LinkTrackRef, loadMs: number): void {
    this.#cancelLoad();
    this.#cancelBeat();
    this.#playsWhenLoaded = false;
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

  /** As after the medium was pulled. */
  unload(): void {
    this.#cancelLoad();
    this.#cancelBeat();
    const { sourcePlayer, slot, trackType, trackId, playState, bpm } = EMPTY;
    this.set({ sourcePlayer, slot, trackType, trackId, playState, bpm, ...this.#stopped() });
  }

  play(): void {
    if (this.#state.playState === PLAY_STATE.loading) {
      this.#playsWhenLoaded = true;
    } else if (this.#state.trackId !== 0) {
      this.set({ playState: PLAY_STATE.playing, ...this.#moving() });
      this.#cancelBeat();
      this.#beat(this.#options.clock.monotonic());
    }
  }

  pause(): void {
    this.#playsWhenLoaded = false;
    if (this.#state.trackId !== 0) {
      this.#cancelBeat();
      this.set({ playState: PLAY_STATE.paused, ...this.#stopped() });
    }
  }

  /** The track plays from the cue point while held, and returns to it. */
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

  /** The state stays while the platter is held, the flag goes. */
  hold(held: boolean): void {
    this.set(held ? this.#stopped() : this.#moving());
  }

  end(): void {
    this.#cancelBeat();
    this.set({ playState: PLAY_STATE.ended, ...this.#stopped() });
  }

  /** `next`: player that takes over, during the hand-over. */
  master(on: boolean, next: number | null = null): void {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.master, on);
    this.set({ flags, nextMaster: next });
  }

  /** Sets the pitch as a factor, 1 = 0 %. The beat goes on from where it is. */
  pitch(pitch: number): void {
    const beat = this.beatNow;
    const beatMs = this.#beatMs;
    this.set({ pitch });
    if (beat !== undefined && beatMs !== undefined) {
      const passed = beat - (this.#state.beat ?? 0);
      this.#beatAt = this.#options.clock.monotonic() - (passed * beatMs) / pitch;
      this.#scheduleBeat();
    }
  }

  /** Beats since the start of the track, with fraction; undefined while no beat sounds. */
  get beatNow(): number | undefined {
    const { beat, flags, pitch } = this.#state;
    const beatMs = this.#beatMs;
    return beat === null || beatMs === undefined || ((flags ?? 0) & FLAG.playing) === 0
      ? undefined
      : beat + ((this.#options.clock.monotonic() - this.#beatAt) * pitch) / beatMs;
  }

  /** Milliseconds of a beat at 0 % pitch; undefined without a beat grid. */
  get #beatMs(): number | undefined {
    const { bpm } = this.#state;
    return bpm === null || bpm === 0 ? undefined : MINUTE_MS / bpm;
  }

  /** Repeats the mixer's report. */
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

  /** Sends a beat, and schedules the next one. @param at when it begins */
  #beat(at: number): void {
    const { name, output } = this.#options;
    const { bpm, pitch, beat, beatInBar } = this.#state;
    const beatMs = this.#beatMs;
    if (bpm === null || beatMs === undefined) {
      return;
    }
    const inBar = (beatInBar % BEATS_IN_BAR) + 1;
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

  /** Beats follow from each other, not from when timers fire, which would make the track slower. */
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
