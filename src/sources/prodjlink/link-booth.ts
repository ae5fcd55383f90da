import {
  type BeatPacket,
  type LinkDevice,
  type LinkDeviceEvent,
  PLAY_STATE,
  type PlayerStatus,
  type PositionPacket,
} from '@deckcast/prodjlink';
import { problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import type { Tools } from '../../core/tools.ts';
import { type BeatBoard, type BeatReport, type DeckEvent, deckId, type Tags } from '../../decks/index.ts';
import { type LinkBoothEvidence, withoutNames } from './findings.ts';
import type { Media, MediaReceiver } from './media.ts';
import { OnAir } from './on-air.ts';
import { PlayerBeats } from './player-beats.ts';
import { DECK_NUMBER, PlayerDeck } from './player-deck.ts';
import type { PlayerPeers } from './player-peers.ts';

export interface LinkBoothOptions {
  readonly media: Media;
  readonly peers: PlayerPeers;
  readonly tools: Pick<Tools, 'clock' | 'log'>;
  readonly apply: (events: readonly DeckEvent[]) => void;
  /** Absent without beats. */
  readonly board?: BeatBoard;
}

/** DJs never play this long with all channels closed. */
const NEVER_OPEN_MS = 30_000;

export class LinkBooth implements MediaReceiver {
  readonly #options: LinkBoothOptions;
  readonly #decks = new Map<string, PlayerDeck>();
  /** Keyed by deck id. */
  readonly #beats = new Map<string, PlayerBeats>();
  readonly #mixers = new Map<string, LinkDevice>();
  readonly #onAir = new OnAir();
  /** Addresses that must not be queried now, by busy deck. */
  readonly #busy = new Map<string, readonly string[]>();
  #lastHeardAt: number | undefined;
  #isOffered = false;
  #wasOpen = false;
  #closedSince: number | undefined;
  #devicesMade = 0;

  constructor(options: LinkBoothOptions) {
    this.#options = options;
    options.media.reportTo(this);
  }

  get players(): readonly LinkDevice[] {
    return [...this.#decks.values()].map(({ device }) => device);
  }

  /** Epoch milliseconds. */
  get lastHeardAt(): number | undefined {
    return this.#lastHeardAt;
  }

  health(): NonNullable<SourceHealth['details']> {
    return [
      ...[...this.#decks.values()].map(({ device, isConnected }) => ({
        name: say('prodjlink.player-number', { name: printable(device.name), number: device.number }),
        state: isConnected ? say('mediacontrol.heard') : say('prodjlink.silent'),
      })),
      ...[...this.#mixers.values()].map(({ name }) => ({
        name: printable(name),
        state: this.#onAir.isReported(this.#now)
          ? say('prodjlink.reports-channels-open-2')
          : say('prodjlink.reports-no-open-channels'),
      })),
    ];
  }

  evidence(): LinkBoothEvidence {
    const now = this.#now;
    return {
      players: this.players,
      unnamed: this.players
        .filter((player) => !this.#options.media.canName(player))
        .map((player) => this.#options.media.modelOf(player)),
      isConnected: [...this.#decks.values()].some(({ isConnected }) => isConnected),
      mixers: [...this.#mixers.values()],
      reportsOnAir: this.#onAir.isReported(now),
      neverOpen: this.#closedSince !== undefined && now >= this.#closedSince + NEVER_OPEN_MS,
      unreadable: this.#options.media.problems(),
      isOffered: this.#isOffered,
    };
  }

  device(event: LinkDeviceEvent): void {
    const { device, kind } = event;
    const { log } = this.#options.tools;
    const fields = {
      source: 'prodjlink',
      device: printable(device.name),
      number: device.number,
      address: device.address,
    };
    if (device.role === 'mixer') {
      if (kind === 'moved') {
        this.#mixers.delete(event.before.key);
      }
      if (kind === 'gone') {
        this.#mixers.delete(device.key);
        log.info('mixer gone', fields);
      } else {
        this.#mixers.set(device.key, device);
        log.info('mixer found', fields);
      }
    } else if (device.role === 'rekordbox') {
      this.#options.media.computer(device, kind !== 'gone');
      if (kind !== 'found') {
        this.#left(kind === 'moved' ? event.before.address : device.address);
      }
    } else if (device.role === 'player') {
      if (kind === 'gone') {
        this.#gone(device);
        log.info('player gone', { ...fields, why: event.why });
      } else if (kind === 'moved') {
        this.#moved(device, event.before);
        log.info('player address changed', fields);
      } else {
        this.#deckOf(device);
        log.info('player found', fields);
        if (this.#options.media.needsKey(device)) {
          log.warn('cannot read track names from this player', {
            source: 'prodjlink',
            ...problemFields(withoutNames(device)),
          });
        }
      }
    }
  }

  status(device: LinkDevice, status: PlayerStatus): void {
    if (device.role !== 'player') {
      // The audience hears neither rekordbox nor programs that pose as players.
      return;
    }
    const at = this.#noteArrival();
    const deck = this.#deckOf(device);
    this.#options.media.status(device, status, at);
    const before = deck.ref;
    this.#apply(deck.onStatus(status, at));
    if (deck.ref !== before) {
      this.#beats.delete(deck.id);
      this.#options.board?.forget(deckId(deck.id, DECK_NUMBER));
    }
    this.#report(deck, (beats) => beats.onStatus(status, at));
    this.#pauseWhileBusy(deck, status);
    const { ref, tags } = deck;
    if (ref !== undefined && tags?.title === '' && !deck.isInLoop) {
      this.#options.media.seekAgain(ref, tags.location, device);
    }
  }

  beat(device: LinkDevice, beat: BeatPacket): void {
    if (device.role === 'player') {
      const deck = this.#deckOf(device);
      const at = this.#noteArrival();
      this.#apply(deck.onBeat(beat, at));
      this.#report(deck, (beats) => beats.onBeat(beat, at));
    }
  }

  position(device: LinkDevice, position: PositionPacket): void {
    if (device.role === 'player' && this.#options.board?.isWanted) {
      this.#report(this.#deckOf(device), (beats) => beats.onPosition(position, this.#now));
    }
  }

  onAir(channels: readonly boolean[], from: string): void {
    this.#onAir.update(channels, from, this.#noteArrival());
    this.#setLevels();
  }

  assignmentOffered(): void {
    this.#isOffered = true;
  }

  named(tags: Tags): void {
    this.#apply([...this.#decks.values()].flatMap((deck) => deck.named(tags)));
  }

  isLoaded(location: string): boolean {
    return [...this.#decks.values()].some(({ tags }) => tags?.location === location);
  }

  /** Call a few times a second. */
  checkSilence(): void {
    const now = this.#now;
    this.#apply([...this.#decks.values()].flatMap((deck) => deck.checkSilence(now)));
    this.#setLevels();
    this.#watchClosed();
  }

  #gone(device: LinkDevice): void {
    const { media } = this.#options;
    const deck = this.#decks.get(device.key);
    this.#decks.delete(device.key);
    media.forget(device);
    if (deck !== undefined) {
      this.#apply(deck.gone());
      this.#busy.delete(deck.id);
      this.#beats.delete(deck.id);
      this.#pausePeers();
    }
    this.#left(device.address);
  }

  #moved(device: LinkDevice, before: LinkDevice): void {
    const deck = this.#decks.get(before.key);
    this.#decks.delete(before.key);
    this.#options.media.forget(before);
    if (deck !== undefined) {
      deck.moved(device);
      this.#decks.set(device.key, deck);
    }
    this.#left(before.address);
  }

  /** Other players of an all-in-one may still use the address. */
  #left(address: string): void {
    if (!this.players.some((player) => player.address === address)) {
      this.#options.peers.forget(address);
    }
  }

  #deckOf(device: LinkDevice): PlayerDeck {
    const known = this.#decks.get(device.key);
    if (known !== undefined) {
      return known;
    }
    this.#devicesMade += 1;
    const deck: PlayerDeck = new PlayerDeck(`${device.key}#${this.#devicesMade}`, device, (ref, status) =>
      // The slot may hold another medium during an emergency loop.
      this.#options.media.describe(ref, device, !status.emergencyLoop),
    );
    this.#decks.set(device.key, deck);
    this.#apply(deck.setLevel(this.#levelOf(device)));
    return deck;
  }

  #setLevels(): void {
    const allInOnes = this.#allInOnes();
    this.#apply(
      [...this.#decks.values()].flatMap((deck) => deck.setLevel(this.#levelOf(deck.device, allInOnes))),
    );
  }

  #levelOf(player: LinkDevice, allInOnes = this.#allInOnes()): number | undefined {
    return this.#onAir.levelOf(player, allInOnes, this.#now);
  }

  /** A mixer at a player's address is part of the same device. */
  #allInOnes(): ReadonlySet<string> {
    return new Set(this.players.map(({ address }) => address));
  }

  /** Spares a player that is loading or lost its medium, and the player with the medium. */
  #pauseWhileBusy(deck: PlayerDeck, { playState, emergencyLoop, sourcePlayer }: PlayerStatus): void {
    // A status may omit the loaded track.
    const from = deck.ref?.player ?? sourcePlayer;
    const isBusy =
      emergencyLoop || playState === PLAY_STATE.emergencyLoop || playState === PLAY_STATE.loading;
    if (isBusy || this.#busy.has(deck.id)) {
      const holders = this.players.filter(({ number }) => number === from);
      if (isBusy) {
        this.#busy.set(
          deck.id,
          [deck.device, ...holders].map(({ address }) => address),
        );
      } else {
        this.#busy.delete(deck.id);
      }
      this.#pausePeers();
    }
  }

  #pausePeers(): void {
    this.#options.peers.pauseAt(new Set([...this.#busy.values()].flat()));
  }

  /** Players whose numbers don't match their channels are never on air. */
  #watchClosed(): void {
    const now = this.#now;
    const playing = [...this.#decks.values()].filter(({ isPlaying }) => isPlaying);
    const allInOnes = this.#allInOnes();
    const levels = playing.map(({ device }) => this.#levelOf(device, allInOnes));
    this.#wasOpen ||= levels.includes(1);
    const isClosed = playing.length > 0 && levels.every((level) => level === 0);
    this.#closedSince = isClosed && !this.#wasOpen ? (this.#closedSince ?? now) : undefined;
  }

  #report({ id }: PlayerDeck, read: (beats: PlayerBeats) => BeatReport | undefined): void {
    const { board } = this.#options;
    if (board?.isWanted !== true) {
      return;
    }
    const beats = this.#beats.get(id) ?? new PlayerBeats();
    this.#beats.set(id, beats);
    const report = read(beats);
    if (report !== undefined) {
      board.report({ deck: deckId(id, DECK_NUMBER), report });
    }
  }

  #apply(events: readonly DeckEvent[]): void {
    if (events.length > 0) {
      this.#options.apply(events);
    }
  }

  #noteArrival(): number {
    this.#lastHeardAt = this.#options.tools.clock.now();
    return this.#now;
  }

  get #now(): number {
    return this.#options.tools.clock.monotonic();
  }
}
