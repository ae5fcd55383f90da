import { whyNotReached } from '../../clients/http.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { codeOf, RunError } from '../../core/errors.ts';
import { guarded } from '../../core/faults.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleIn } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { readPacket } from '../../core/osc-packet.ts';
import { printable } from '../../core/printable.ts';
import { shortened } from '../../core/text.ts';
import { Timer, untilAborted } from '../../core/waiting.ts';
import { DeckSource, ownFile } from '../../decks/index.ts';
import { closeUdp, openUdp } from '../../host/udp-port.ts';
import { ListeningPlace } from '../shared/listening-place.ts';
import { OscDecks } from './deck-messages.ts';
import { type OscState, oscFindings } from './findings.ts';
import type { OscSettings } from './options.ts';
import { type OscPreset, presetOf } from './presets.ts';

const MAX_ADDRESS = 60;

export class OscSource extends DeckSource<OscSettings> implements Source {
  protected readonly name = 'osc';
  readonly #decks = new OscDecks(addressesOf(this.settings));
  readonly #next = new Timer(this.tools.clock);
  readonly #place = new ListeningPlace('--osc.in.addr', this.settings['osc.in.addr']);
  #lastHeardAt: number | undefined;
  #messages = 0;
  #understood = false;
  #strange = '';

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const place = this.#place;
    const socket = await openUdp(place.address).catch((error: unknown) => {
      const isTaken = codeOf(error) === 'EADDRINUSE';
      const reason = isTaken ? say('osc.port-in-use', { port: place.address.port }) : whyNotReached(error);
      throw new RunError(say('osc.cannot-listen', { reason }), {
        cause: error,
      });
    });
    place.opened(socket.address().port);
    const table = this.makeTable(listener, { fileOf: ownFile, takesFaders: true });
    socket.on(
      'message',
      guarded((datagram: Buffer) => this.#receive(datagram)),
    );
    this.tools.log.info('waiting for OSC', {
      source: 'osc',
      address: place.text,
      preset: this.settings['osc.in.preset'],
      hint: place.hint,
    });
    await untilAborted(signal);
    this.#next.cancel();
    table.stop();
    await closeUdp(socket);
  }

  get messages(): number {
    return this.#messages;
  }

  health(): SourceHealth {
    const preset = this.settings['osc.in.preset'];
    return {
      watching:
        preset === 'deckcast'
          ? say('osc.osc', { address: this.#place.text })
          : say('osc.osc-2', { address: this.#place.text, preset }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleIn(oscFindings(this.#state())),
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return oscFindings(this.#state());
  }

  #receive(datagram: Buffer): void {
    const { clock, log } = this.tools;
    if (this.#lastHeardAt === undefined) {
      log.info('receiving OSC', { source: 'osc' });
    }
    this.#lastHeardAt = clock.now();
    const now = clock.monotonic();
    for (const message of readPacket(datagram)) {
      this.#messages += 1;
      if (this.#decks.receive(message, now)) {
        this.#understood = true;
      } else {
        this.#strange = printable(shortened(message.address, MAX_ADDRESS));
      }
    }
    this.board.report(...this.#decks.takeBeats());
    this.#wakeLater();
  }

  #wakeLater(): void {
    const { nextAt } = this.#decks;
    const { clock } = this.tools;
    if (nextAt === undefined) {
      this.#next.cancel();
      return;
    }
    this.#next.set(nextAt - clock.monotonic(), () => {
      this.table?.apply(...this.#decks.advance(clock.monotonic()));
      this.board.report(...this.#decks.takeBeats());
      this.#wakeLater();
    });
  }

  #state(): OscState {
    return {
      at: this.#place.text,
      isRkbxLink: this.settings['osc.in.preset'] === 'rkbx_link',
      received: this.#lastHeardAt !== undefined,
      understood: this.#understood,
      strange: this.#strange,
      hasLoaded: this.#decks.hasLoaded,
      hasPlayed: this.#decks.hasPlayed,
      unknownDecks: this.#decks.unknownDecks,
      reliesOnMainDeck: this.#decks.reliesOnMainDeck,
    };
  }
}

const FIELDS_TO_SET = ['title', 'artist', 'playing', 'level', 'path'] as const;

/** The user's addresses replace the preset's. */
function addressesOf(settings: OscSettings): OscPreset {
  const preset = presetOf(settings['osc.in.preset']);
  const own = FIELDS_TO_SET.flatMap((field) => {
    const address = settings[`osc.in.${field}`];
    return address === '' ? [] : [[field, [address]] as const];
  });
  return { ...preset, addresses: { ...preset.addresses, ...Object.fromEntries(own) } };
}
