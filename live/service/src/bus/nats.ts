import { connect } from '@nats-io/transport-node';
import { messageOf, RunError } from '../../../../src/core/errors.ts';
import type { Logger } from '../../../../src/core/tools.ts';
import type { Bus } from './index.ts';

const SUBJECT = 'deckcast.live.waiting';
/** Of a queue's members one gets each message: the instances share the work. */
const QUEUE = 'forwarders';
const NOTHING = new Uint8Array();

/** Connects, and connects again whenever the connection breaks. A RunError when the first time fails. */
export async function openNats(url: string, log: Logger, onNotified: () => void): Promise<Bus> {
  const connection = await dial(url).catch((error: unknown) => {
    throw new RunError(`cannot connect to NATS (--nats.url): ${messageOf(error)}`);
  });
  let up = true;
  connection.subscribe(SUBJECT, { queue: QUEUE, callback: () => onNotified() });

  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && up) {
        up = false;
        log.warn('the bus is gone; looking for tracks in the store instead');
      } else if (type === 'reconnect') {
        up = true;
        log.info('the bus is back');
      }
    }
  })();

  return {
    publish() {
      if (up) {
        connection.publish(SUBJECT, NOTHING);
      } else {
        onNotified();
      }
    },
    isUp: () => up,
    async close() {
      // A bus that is down cannot be drained, and holds nothing that must not be lost.
      await (up ? connection.drain() : connection.close()).catch(() => undefined);
    },
  };
}

async function dial(url: string) {
  return connect({ servers: url, ...credentialsOf(url), timeout: 5_000, maxReconnectAttempts: -1 });
}

/** `nats://user:password@host` or `nats://token@host`: the library reads no more of an address than host and port. */
function credentialsOf(url: string) {
  if (!URL.canParse(url)) {
    return {};
  }
  const { username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') {
    return {};
  }
  return pass === '' ? { token: user } : { user, pass };
}
