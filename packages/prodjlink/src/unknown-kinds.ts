import type { WireLogger } from '@deckcast/wire-kit';
import type { UnknownPresence } from './messages/presence.ts';
import type { UnknownDeckMessage } from './messages/timing.ts';

const MAX_KINDS = 64;
const SHOWN_BYTES = 64;

/** Logs bytes of each unknown kind and length once, for analysis. */
export class UnknownKinds {
  readonly #log: Pick<WireLogger, 'debug'>;
  readonly #seen = new Set<string>();

  constructor(log: Pick<WireLogger, 'debug'>) {
    this.#log = log;
  }

  note(port: number, { name, code, body }: UnknownPresence | UnknownDeckMessage): void {
    const key = `${port} ${code} ${body.length}`;
    if (this.#seen.has(key) || this.#seen.size >= MAX_KINDS) {
      return;
    }
    this.#seen.add(key);
    this.#log.debug('unknown PRO DJ LINK message', {
      port,
      device: name,
      kind: code,
      length: body.length,
      bytes: Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('hex'),
    });
  }
}
