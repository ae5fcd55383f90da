/** One simulated player: what it holds and does, and what it sends because of that. Its output and its time are handed in. */

import { FLAG, MEDIUM, PLAY_STATE, type PlayerStatus, ROLE, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import type { WireClock } from '@deckcast/wire-kit';
import { LinkAnnouncer } from './link-announcer.ts';
import type { LinkModel } from './link-models.ts';
import type { LinkCadence, LinkOutput } from './link-output.ts';

export interface LinkPlayerOptions {
  /** As it announces itself. */
  readonly name: string;
  readonly model: LinkModel;
  /** That the DJ gave it. */
  readonly number: number;
  /** It was on the network before all others. */
  readonly first?: boolean;
  readonly output: LinkOutput;
  readonly clock: WireClock;
  readonly cadence: LinkCadence;
}

/** Which track, as players report it. */
export interface LinkTrackRef {
  /** Number of the player, or computer, that holds the medium. */
  readonly player: number;
  readonly slot: number;
  readonly type: number;
  readonly id: number;
  readonly bpm: number;
}

/** The slots of a player. No status tells what is in `usb2`, the second one of an XDJ-AZ. */
export type LinkSlot = 'usb' | 'sd' | 'usb2';

/** Set in the flags of every packet. */
const ALWAYS = 0x84;
const STOPPED = 0x04;
/** Milliseconds in which a medium that is to be taken out says so, and then that it is gone. */
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
  /** It sends no status. */
  #isSilent = false;
  /** Statuses that were sent. */
  #sent = 0;
  /** While it loads: play once that is over. */
  #playsWhenLoaded = false;
  #cancelLoad = (): void => undefined;
  #cancelBeat = (): void => undefined;
  #cancelStatus = (): void => undefined;
  #cancelEject = (): void => undefined;

  constructor(options: LinkPlayerOptions) {
    this.#options = options;
    this.#announcer = new LinkAnnouncer({ ...options, role: ROLE.player });
  }

  get number(): number {
    return this.#announcer.number;
  }

  /** Another one, given by the DJ: the player claims it as if it had just been started. */
  set number(number: number) {
    this.#announcer.renumber(number);
  }

  /** What it holds and does, as it would report it. */
  get status(): PlayerStatus {
    const { name, model } = this.#options;
    const flags = model.packet.length <= 0xd0 ? null : this.#state.flags;
    return { ...this.#state, kind: 'status', name, number: this.number, ...model.packet, flags };
  }

  /** `starts`: it claims its number before it announces itself, as after its power was switched on. */
  switchOn(starts = false): void {
    const { clock, cadence } = this.#options;
    this.#announcer.start(starts);
    const next = (): void => {
      this.#cancelStatus = clock.after(cadence.statusMs, next);
      this.#sendStatus();
    };
    next();
  }

  /** No goodbye: this network has none. Whatever it held is gone, except the media in its slots. */
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

  /** Until it is switched off it goes on announcing itself, and sends no status. */
  silence(): void {
    this.#isSilent = true;
  }

  insert(slot: LinkSlot): void {
    if (slot !== 'usb2') {
      this.set({ [slot]: MEDIUM.mounted });
    }
  }

  /**
   * By its button: it reports that the medium is leaving, then that it has left. `gone`: when it may be forgotten.
   * Resolves when the slot is empty, or the player is switched off.
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

  /** The id comes at once, with the tempo of the track before; the new tempo when it is loaded. */
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

  /** Also what happens when the medium of its track is pulled. */
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
      this.#beat();
    }
  }

  pause(): void {
    this.#playsWhenLoaded = false;
    if (this.#state.trackId !== 0) {
      this.#cancelBeat();
      this.set({ playState: PLAY_STATE.paused, ...this.#stopped() });
    }
  }

  /** The cue button is held, and let go: the track sounds from the cue point, and goes back there. */
  cue(held: boolean): void {
    this.#cancelBeat();
    this.set(
      held
        ? { playState: PLAY_STATE.cuePlay, ...this.#moving() }
        : { playState: PLAY_STATE.cued, ...this.#stopped() },
    );
  }

  /** It plays on in another way: `looping`, `searching`, `emergencyLoop`, and back to `playing`. */
  goOn(how: 'looping' | 'searching' | 'emergencyLoop' | 'playing'): void {
    this.set({ playState: PLAY_STATE[how], emergencyLoop: how === 'emergencyLoop', ...this.#moving() });
  }

  /** The platter is held: the state stays, the flag goes. */
  hold(held: boolean): void {
    this.set(held ? this.#stopped() : this.#moving());
  }

  /** The track is over. */
  end(): void {
    this.#cancelBeat();
    this.set({ playState: PLAY_STATE.ended, ...this.#stopped() });
  }

  /** Tempo master, or not. `next`: the player that takes over, while it does. */
  master(on: boolean, next: number | null = null): void {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.master, on);
    this.set({ flags, nextMaster: next });
  }

  /** Factor, 1 = 0 %. */
  pitch(pitch: number): void {
    this.set({ pitch });
  }

  /** Whether the mixer lets it through; it repeats what the mixer says. */
  onAir(on: boolean): void {
    const flags = flagged(this.#state.flags ?? ALWAYS, FLAG.onAir, on);
    if (flags !== this.#state.flags) {
      this.set({ flags });
    }
  }

  /** Anything else that a status can hold. Sent at once, and repeated. */
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

  /** One beat, and the next one when it is due. */
  #beat(): void {
    const { name, output, clock } = this.#options;
    const { bpm, pitch, beat, beatInBar } = this.#state;
    if (bpm === null || bpm === 0) {
      return;
    }
    const beatMs = MINUTE_MS / bpm;
    const inBar = (beatInBar % BEATS_IN_BAR) + 1;
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
    this.#cancelBeat = clock.after(beatMs / pitch, () => this.#beat());
  }
}

function flagged(flags: number, bit: number, on: boolean): number {
  return on ? flags | bit : flags & ~bit;
}
