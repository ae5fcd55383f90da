import type { Fetch } from '../../../src/core/tools.ts';
import type { ServiceName, ServiceTrouble } from '../script.ts';
import type { ProgramClock } from './clock.ts';

export const SERVICE_HOSTS: Readonly<Record<ServiceName, string>> = {
  chat: 'chat.test',
  webhook: 'webhook.test',
};

const ANSWER_MS = 40;

export class ChaosServices {
  readonly #trouble = new Map<ServiceName, ServiceTrouble>();
  readonly #nonces = new Set<string>();
  readonly #arrived: (service: ServiceName, text: string) => void;
  readonly #accepted: (service: ServiceName, text: string) => void;

  /** `arrived`: every request; `accepted`: accepted ones. */
  constructor(
    arrived: (service: ServiceName, text: string) => void,
    accepted: (service: ServiceName, text: string) => void,
  ) {
    this.#arrived = arrived;
    this.#accepted = accepted;
  }

  befall(service: ServiceName, trouble: ServiceTrouble): void {
    this.#trouble.set(service, trouble);
  }

  recover(service: ServiceName): void {
    this.#trouble.delete(service);
  }

  fetchFor(program: Pick<ProgramClock, 'clock' | 'isDead'>): Fetch {
    return async (url, init) => {
      const { host } = new URL(String(url));
      const service = host === SERVICE_HOSTS.chat ? 'chat' : 'webhook';
      const signal = init?.signal ?? undefined;
      if (program.isDead || this.#trouble.get(service) === 'offline') {
        throw networkError('ECONNREFUSED');
      }
      const text = String(init?.body ?? '');
      this.#arrived(service, text);
      await program.clock.sleep(ANSWER_MS, signal);
      switch (this.#trouble.get(service)) {
        case 'fails':
          return new Response('', { status: 503 });
        case 'limits':
          return new Response('{}', { status: 429, headers: { 'retry-after': '7' } });
        case 'refuses':
          return new Response('{}', { status: 403 });
        case 'offline':
          throw networkError('ECONNRESET');
        case 'hangs':
          await program.clock.sleep(3_600_000, signal);
          throw networkError('ETIMEDOUT');
        case 'loses the answer':
          this.#accept(service, text);
          throw networkError('ECONNRESET');
        default:
          this.#accept(service, text);
          return new Response('{}', { status: 200 });
      }
    };
  }

  #accept(service: ServiceName, text: string): void {
    const nonce = service === 'chat' ? String(Object(JSON.parse(text)).nonce) : undefined;
    if (nonce === undefined || !this.#nonces.has(nonce)) {
      this.#accepted(service, text);
    }
    if (nonce !== undefined) {
      this.#nonces.add(nonce);
    }
  }
}

function networkError(code: string): TypeError {
  const cause = Object.assign(new Error(code), { code });
  return new TypeError('fetch failed', { cause });
}
