import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { type Finding, firstProblem, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleOf } from '../../core/health.ts';
import { closeServer } from '../../core/listening.ts';
import { say } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import { pause, Timer, untilAborted } from '../../core/waiting.ts';
import { type DeckEvent, DeckSource, type DeckTools, deckId, ownFile } from '../../decks/index.ts';
import { ListeningPlace } from '../shared/listening-place.ts';
import { TraktorDecks } from './deck-events.ts';
import { type TraktorState, traktorFindings } from './findings.ts';
import { type Computer, findTraktor, type TraktorInstallation } from './installation.ts';
import { readMessage } from './message.ts';
import type { TraktorSettings } from './options.ts';
import { type TraktorRequest, traktorReceiver } from './receiver.ts';

/** One silent for `FORGOTTEN_AFTER_MS` makes room. */
const MAX_SENDERS = 8;
const FORGOTTEN_AFTER_MS = 60 * 60_000;
/** Lasting problems are logged once. */
const WARN_AFTER_MS = 5_000;
/** Seeks installed Traktors while nothing has come. */
const SEARCH_EVERY_MS = 60_000;

type TraktorTools = DeckTools & Pick<SourceTools, 'disk'>;

export class TraktorSource extends DeckSource<TraktorSettings, TraktorTools> implements Source {
  protected readonly name = 'traktor';
  readonly #computer: Computer;
  readonly #senders = new Map<string, TraktorDecks>();
  readonly #silence = new Timer(this.tools.clock);
  readonly #warning = new Timer(this.tools.clock);
  #installed: readonly TraktorInstallation[] = [];
  readonly #place = new ListeningPlace('--traktor.addr', this.settings['traktor.addr']);
  #lastHeardAt: number | undefined;
  #reportedProblem: string | undefined;

  constructor(settings: TraktorSettings, tools: TraktorTools, computer: Computer = process) {
    super(settings, tools);
    this.#computer = computer;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const decks = this.makeTable(listener, { fileOf: ownFile });
    const server = traktorReceiver((request) => this.#receive(request));
    const place = this.#place;
    try {
      await place.listen(server, (reason, code) =>
        code === 'EADDRINUSE'
          ? say('traktor.cannot-listen-taken', { reason })
          : say('traktor.cannot-listen', { reason }),
      );
      this.tools.log.info('waiting for Traktor', {
        source: 'traktor',
        address: place.text,
        hint: place.hint,
      });
      this.#warnLater();
      await this.#searchWhileSilent(signal);
      await untilAborted(signal);
    } finally {
      this.#silence.cancel();
      this.#warning.cancel();
      decks.stop();
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    }
  }

  health(): SourceHealth {
    return {
      watching: say('traktor.traktor', { address: this.#place.text }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleOf(this.#found),
      details: [...this.#senders.values()].map(({ name, isLost }) => ({
        name,
        state: isLost ? say('prodjlink.silent') : say('mediacontrol.heard'),
      })),
    };
  }

  get #found(): Finding | undefined {
    return firstProblem(traktorFindings(this.#state(), true));
  }

  async findings(): Promise<readonly Finding[]> {
    return traktorFindings(this.#state(), true);
  }

  #receive({ path, body, from }: TraktorRequest): void {
    const message = readMessage(path, body);
    const sender = message && this.#senderAt(from);
    if (message === undefined || sender === undefined) {
      this.tools.log.debug('ignored a request that is not from Traktor', { path: printable(path), from });
      return;
    }
    if (this.#lastHeardAt === undefined) {
      this.tools.log.info('receiving from Traktor', { source: 'traktor', from });
    }
    this.#lastHeardAt = this.tools.clock.now();
    const now = this.tools.clock.monotonic();
    this.#apply(sender.receive(message, now));
    // Grids are needed when beats are followed, and come only with a load.
    const beat = sender.beats.receive(message, now);
    if (beat !== undefined) {
      this.board.report({ deck: deckId(from, beat.number), report: beat.report });
    }
  }

  #apply(events: readonly DeckEvent[]): void {
    this.table?.apply(...events);
    this.#awaitSilence();
    this.#warnLater();
  }

  #awaitSilence(): void {
    const next = Math.min(
      ...[...this.#senders.values()].flatMap(({ silentAt, stillAt }) => [
        silentAt ?? Number.POSITIVE_INFINITY,
        stillAt === undefined || stillAt <= this.tools.clock.monotonic() ? Number.POSITIVE_INFINITY : stillAt,
      ]),
    );
    if (!Number.isFinite(next)) {
      this.#silence.cancel();
      return;
    }
    this.#silence.set(next - this.tools.clock.monotonic(), () => {
      const now = this.tools.clock.monotonic();
      this.#apply([...this.#senders.values()].flatMap((sender) => sender.checkSilence(now)));
    });
  }

  #senderAt(from: string): TraktorDecks | undefined {
    const known = this.#senders.get(from);
    if (known !== undefined) {
      return known;
    }
    if (this.#senders.size === MAX_SENDERS && !this.#forgetOne()) {
      return undefined;
    }
    const sender = new TraktorDecks(from, from === '127.0.0.1' ? 'Traktor' : `Traktor at ${from}`);
    this.#senders.set(from, sender);
    return sender;
  }

  #forgetOne(): boolean {
    const before = this.tools.clock.monotonic() - FORGOTTEN_AFTER_MS;
    const [silent] = [...this.#senders]
      .filter(([, { heardAt }]) => heardAt <= before)
      .sort(([, one], [, other]) => one.heardAt - other.heardAt);
    if (silent === undefined) {
      return false;
    }
    const [from, sender] = silent;
    this.#senders.delete(from);
    this.table?.apply(sender.gone);
    return true;
  }

  /** Logs a lasting problem once, until another follows. */
  #warnLater(): void {
    const now = this.#found && String(this.#found.finding);
    if (now === undefined || now === this.#reportedProblem) {
      this.#warning.cancel();
      this.#reportedProblem = now;
      return;
    }
    if (!this.#warning.isSet) {
      this.#warning.set(WARN_AFTER_MS, () => {
        const lasting = this.#found;
        this.#reportedProblem = lasting && String(lasting.finding);
        if (lasting !== undefined) {
          this.tools.log.warn('Traktor does not report what it plays', {
            source: 'traktor',
            ...problemFields(lasting),
          });
        }
      });
    }
  }

  async #searchWhileSilent(signal: AbortSignal): Promise<void> {
    const { clock, disk } = this.tools;
    while (this.#lastHeardAt === undefined && !signal.aborted) {
      this.#installed = await findTraktor(this.#computer, disk);
      this.#warnLater();
      await pause(clock, SEARCH_EVERY_MS, signal);
    }
  }

  #state(): TraktorState {
    const senders = [...this.#senders.values()];
    return {
      address: this.#place.address,
      received: this.#lastHeardAt !== undefined,
      lost: senders.filter(({ isLost }) => isLost).map(({ name }) => name),
      stillDecks: senders.flatMap((sender) => sender.stillDecks(this.tools.clock.monotonic())),
      unknownDecks: senders.flatMap(({ unknownDecks }) => unknownDecks),
      unreportedDecks: this.table?.unreportedDecks ?? [],
      installed: this.#installed,
    };
  }
}
