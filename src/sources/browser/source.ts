import type { WebSocket } from 'ws';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleIn } from '../../core/health.ts';
import { closeServer } from '../../core/listening.ts';
import { say } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import type { Address } from '../../settings/kinds.ts';
import { artAt } from '../mediacontrol/mpris/art.ts';
import { Players } from '../mediacontrol/players.ts';
import { ListeningPlace } from '../shared/listening-place.ts';
import { type BrowserState, browserFindings } from './findings.ts';
import { browserReceiver } from './receiver.ts';
import { coverAddress, GREETING, tunaReport } from './reports.ts';
import { Tabs } from './tabs.ts';

export class TabSource implements Source {
  readonly #place: ListeningPlace;
  readonly #tools: Tools;
  #tabs: Tabs | undefined;
  #lastHeardAt: number | undefined;
  #strange = false;
  #sockets = 0;

  constructor(address: Address, tools: Tools) {
    this.#place = new ListeningPlace('--browser.addr', address);
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const players = new Players('browser', clock, listener, signal);
    const tabs = new Tabs(players, clock, ({ cover }) => {
      const address = coverAddress(cover);
      return address === undefined ? undefined : artAt(address, this.#tools);
    });
    this.#tabs = tabs;
    const { server, cut } = browserReceiver({
      posted: (body) => {
        const read = tunaReport(body);
        if (read !== undefined) {
          tabs.site(read.site, read.report);
        }
        return this.#note(read !== undefined);
      },
      connected: (socket) => this.#connect(socket, tabs),
    });
    try {
      await this.#place.listen(server, (reason) => say('browser.cannot-listen', { reason }));
      const { text: address, hint } = this.#place;
      log.info('waiting for the browser', { source: 'browser', address, hint });
      await untilAborted(signal);
    } finally {
      tabs.close();
      players.close();
      const closed = closeServer(server);
      cut();
      await closed;
    }
  }

  health(): SourceHealth {
    return {
      watching: say('browser.tabs-report', { address: this.#place.text }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleIn(browserFindings(this.#state())),
      details: this.#tabs?.states ?? [],
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return browserFindings(this.#state());
  }

  #connect(socket: WebSocket, tabs: Tabs): void {
    this.#sockets += 1;
    const id = String(this.#sockets);
    socket.on('message', (data, isBinary) => {
      if (!isBinary && tabs.extension(id, String(data))) {
        this.#note(true);
      }
    });
    socket.on('close', () => tabs.forgetExtension(id));
    // The library closes the connection.
    socket.on('error', () => undefined);
    socket.send(GREETING);
  }

  #note(understood: boolean): boolean {
    if (understood) {
      this.#lastHeardAt = this.#tools.clock.now();
    } else {
      this.#strange = true;
    }
    return understood;
  }

  #state(): BrowserState {
    return { at: this.#place.text, strange: this.#strange, received: this.#lastHeardAt !== undefined };
  }
}
