/** Tabs count as media players. */
import { say, type Text } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import type { NativeArt } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import type { Players } from '../mediacontrol/players.ts';
import { isAdvertisement, NOTHING_PLAYS, nowPlayingReport, type TabReport } from './reports.ts';

/** The script reports twice a second, or once from a background tab. */
const SILENCE_MS = 10_000;
/** Other tabs of a site may report "not playing" this long after one played. */
const OTHER_TAB_MS = 2_000;
/** Pages can name any site. */
const MAX_SITES = 64;

interface Site {
  report: TabReport;
  /** Monotonic. */
  playedAt: number;
  readonly silence: Timer;
}

export class Tabs {
  readonly #players: Players;
  readonly #clock: Clock;
  readonly #artOf: (report: TabReport) => NativeArt | undefined;
  readonly #sites = new Map<string, Site>();
  readonly #extensions = new Map<string, TabReport>();

  constructor(players: Players, clock: Clock, artOf: (report: TabReport) => NativeArt | undefined) {
    this.#players = players;
    this.#clock = clock;
    this.#artOf = artOf;
  }

  /** Omits track names, for the health page. */
  get states(): readonly { readonly name: string; readonly state: Text }[] {
    const sites = [...this.#sites].map(([name, { report }]) => ({ name, report }));
    const extensions = [...this.#extensions.values()].map((report) => ({ name: 'WebNowPlaying', report }));
    return [...sites, ...extensions].map(({ name, report }) => ({
      name,
      state: report.playing ? say('sources.playing') : say('browser.not-playing'),
    }));
  }

  site(name: string, report: TabReport): void {
    const now = this.#clock.monotonic();
    const known = this.#sites.get(name);
    const isOfAnotherTab =
      known !== undefined &&
      !report.playing &&
      known.report.track.title !== report.track.title &&
      now < known.playedAt + OTHER_TAB_MS;
    if (isOfAnotherTab) {
      return;
    }
    const site = known ?? {
      report,
      playedAt: Number.NEGATIVE_INFINITY,
      silence: new Timer(this.#clock),
    };
    site.report = report;
    this.#sites.set(name, site);
    if (report.playing) {
      site.playedAt = now;
    }
    site.silence.set(SILENCE_MS, () => this.#forgetSite(name));
    this.#report(`site ${name}`, report);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > MAX_SITES && oldest !== undefined) {
      this.#forgetSite(oldest);
    }
  }

  /** Returns whether the message concerned the track. */
  extension(id: string, message: string): boolean {
    const report = nowPlayingReport(this.#extensions.get(id) ?? NOTHING_PLAYS, message);
    if (report === undefined) {
      return false;
    }
    this.#extensions.set(id, report);
    this.#report(`extension ${id}`, report);
    return true;
  }

  forgetExtension(id: string): void {
    this.#extensions.delete(id);
    this.#players.forget(`extension ${id}`);
  }

  close(): void {
    for (const name of [...this.#sites.keys()]) {
      this.#forgetSite(name);
    }
  }

  #forgetSite(name: string): void {
    this.#sites.get(name)?.silence.cancel();
    this.#sites.delete(name);
    this.#players.forget(`site ${name}`);
  }

  #report(id: string, report: TabReport): void {
    this.#players.report(id, {
      playing: report.playing && !isAdvertisement(report),
      track: report.track,
      artFollows: true,
      isSlow: false,
      art: this.#artOf(report),
    });
  }
}
