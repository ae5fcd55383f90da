/**
 * Clients by address: one of each kind, so that one request is in flight. Those of a device that left close
 * before the next ones for its address start.
 */

import {
  type DatabaseClientOptions,
  type LinkDevice,
  PlayerFiles,
  type PlayerFilesOptions,
  PORTMAP_PORT,
  REKORDBOX_PORTMAP_PORT,
  type Sender,
} from '@deckcast/prodjlink';
import type { Clock, Logger } from '../../core/tools.ts';
import { PlayerDatabase } from './player-database.ts';
import { ReadingPause } from './reading-pause.ts';

export interface PlayerPeer {
  readonly files: PlayerFiles;
  readonly database: PlayerDatabase;
  readonly pause: ReadingPause;
}

export interface PlayerPeersOptions {
  /** False if settings turn names off, or forbid sending. */
  readonly mayQuery: boolean;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log: Logger;
  readonly files?: Partial<PlayerFilesOptions> | undefined;
  readonly database?: Partial<DatabaseClientOptions> | undefined;
}

export class PlayerPeers {
  readonly #options: PlayerPeersOptions;
  readonly #byAddress = new Map<string, PlayerPeer>();
  readonly #closing = new Map<string, Promise<unknown>>();
  #paused: ReadonlySet<string> = new Set();

  constructor(options: PlayerPeersOptions) {
    this.#options = options;
  }

  of({ address }: LinkDevice): PlayerPeer | undefined {
    if (!this.#options.mayQuery) {
      return undefined;
    }
    const peer = this.#byAddress.get(address) ?? this.#open(address);
    this.#byAddress.set(address, peer);
    peer.pause.set(this.#paused.has(address));
    return peer;
  }

  pauseAt(addresses: ReadonlySet<string>): void {
    this.#paused = addresses;
    for (const [address, { pause }] of this.#byAddress) {
      pause.set(addresses.has(address));
    }
  }

  forget(address: string): void {
    const peer = this.#byAddress.get(address);
    if (peer !== undefined) {
      this.#byAddress.delete(address);
      const { files, database } = peer;
      const closed = Promise.all([this.#closing.get(address), files.close(), database.close()]).then(() => {
        if (this.#closing.get(address) === closed) {
          this.#closing.delete(address);
        }
      });
      this.#closing.set(address, closed);
    }
  }

  /** Resolves when every player knows that its files are no longer used. */
  async close(): Promise<void> {
    for (const address of [...this.#byAddress.keys()]) {
      this.forget(address);
    }
    await Promise.all(this.#closing.values());
  }

  #open(address: string): PlayerPeer {
    const { sender, clock, log, files, database } = this.#options;
    const client = { address, sender, clock };
    const pause = new ReadingPause(this.#closing.get(address));
    return {
      files: new PlayerFiles({
        ...client,
        portmapPort: portmapPortAt(address),
        holdUp: () => (pause.isPaused ? pause.over() : undefined),
        ...files,
      }),
      database: new PlayerDatabase({ client: { ...client, ...database }, pause, clock, log }),
      pause,
    };
  }
}

/** Simulated players leave the standard port to the OS. */
function portmapPortAt(address: string): number {
  return address.startsWith('127.') ? REKORDBOX_PORTMAP_PORT : PORTMAP_PORT;
}
