import { createServer, type Socket } from 'node:net';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { closeServer, KEEP_ALIVE } from '../../core/listening.ts';
import { say } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import type { Tools } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import type { Address } from '../../settings/kinds.ts';
import { Players } from '../mediacontrol/players.ts';
import { ListeningPlace } from '../shared/listening-place.ts';
import { Connection } from './connection.ts';

const MAX_CONNECTIONS = 256;
/** All unfinished lines and art. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/** A hostile client must not fill the log; the rest goes to debug. */
const MAX_WARNINGS = 100;

export class MediaControlTcpSource implements Source {
  readonly #place: ListeningPlace;
  /** Empty: all. */
  readonly #bundleId: string;
  readonly #tools: Pick<Tools, 'clock' | 'log'>;
  readonly #connections = new Set<Connection>();
  readonly #once = new Once({ most: MAX_WARNINGS });
  #count = 0;
  #lastHeardAt: number | undefined;

  constructor(address: Address, bundleId: string, tools: Pick<Tools, 'clock' | 'log'>) {
    this.#place = new ListeningPlace('--mediacontroltcp.addr', address);
    this.#bundleId = bundleId;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const players = new Players('mediacontroltcp', clock, listener, signal);
    const server = createServer(KEEP_ALIVE, (socket) => this.#accept(socket, players));
    try {
      await this.#place.listen(server, (reason) => say('mediacontroltcp.cannot-listen', { reason }));
      const { text: address, hint } = this.#place;
      log.info('waiting for media-control', { source: 'mediacontroltcp', address, hint });
      await untilAborted(signal);
    } finally {
      for (const connection of this.#connections) {
        connection.close();
      }
      players.close();
      await closeServer(server);
    }
  }

  health(): SourceHealth {
    const count = this.#connections.size;
    return {
      watching:
        count === 1
          ? say('mediacontroltcp.1-client', { address: this.#place.text })
          : say('mediacontroltcp.clients', { address: this.#place.text, count }),
      lastHeardAt: this.#lastHeardAt,
      details: [...this.#connections].map(({ name, state }) => ({ name, state })),
    };
  }

  #accept(socket: Socket, players: Players): void {
    this.#count += 1;
    const connection = new Connection(socket, {
      id: String(this.#count),
      bundleId: this.#bundleId,
      players,
      ...this.#tools,
      onReceived: () => {
        this.#lastHeardAt = this.#tools.clock.now();
        this.#makeRoom();
      },
      onClosed: (fault) => {
        this.#connections.delete(connection);
        this.#logClosed(connection, fault);
      },
    });
    this.#connections.add(connection);
    this.#tools.log.debug('media-control client connected', { client: connection.name });
    if (this.#connections.size > MAX_CONNECTIONS) {
      this.#newestOfBusiestHost()?.close('too many clients');
    }
  }

  /** A machine must not block others. */
  #newestOfBusiestHost(): Connection | undefined {
    const byHost = new Map<string, Connection[]>();
    for (const connection of this.#connections) {
      byHost.set(connection.host, [...(byHost.get(connection.host) ?? []), connection]);
    }
    const [busiest] = [...byHost.values()].sort((one, other) => other.length - one.length);
    return busiest?.at(-1);
  }

  /** Closes the largest connection, so that a hostile client cannot displace others. */
  #makeRoom(): void {
    const held = [...this.#connections].reduce((sum, connection) => sum + connection.held, 0);
    if (held > MAX_HELD_BYTES) {
      const [largest] = [...this.#connections].sort((one, other) => other.held - one.held);
      largest?.close('it holds too much memory');
    }
  }

  #logClosed(connection: Connection, fault: string | undefined): void {
    const fields = { client: connection.name, reason: fault ?? 'it left' };
    if (fault !== undefined && this.#once.begins(`${connection.host} ${fault}`)) {
      this.#tools.log.warn('media-control client rejected', fields);
    } else {
      this.#tools.log.debug('media-control client gone', fields);
    }
  }
}
