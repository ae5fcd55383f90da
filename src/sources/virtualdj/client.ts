import { exchange, joinUrl } from '../../clients/http.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock, Fetch } from '../../core/tools.ts';
import { readText } from './answer.ts';

/** Pause between requests, so that answering does not disturb VirtualDJ's audio. */
const GAP_MS = 25;
/** Names and numbers are shorter. */

/** Queries a VirtualDJ's Network Control, one at a time. Never sends commands. */
export class VirtualDjClient {
  readonly url: string;
  readonly #password: () => Secret;
  readonly #tools: { readonly clock: Clock; readonly fetch: Fetch };
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(url: string, password: () => Secret, tools: { readonly clock: Clock; readonly fetch: Fetch }) {
    this.url = url;
    this.#password = password;
    this.#tools = tools;
  }

  /** Answer or error text. Throws UpstreamError (`stop` for a wrong password), or the signal's reason. */
  async query(script: string, timeLimitMs: number, signal: AbortSignal): Promise<string> {
    const { clock } = this.#tools;
    const early = this.#notBefore - clock.monotonic();
    if (early > 0) {
      await clock.sleep(early, signal);
    }
    this.#notBefore = clock.monotonic() + GAP_MS;
    const password = this.#password();
    const { bytes } = await exchange(
      'VirtualDJ',
      {
        url: joinUrl(this.url, 'query'),
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          ...(password.isEmpty ? {} : { authorization: `Bearer ${password.reveal()}` }),
        },
        body: script,
        redirect: 'manual',
        timeLimitMs,
        signal,
      },
      this.#tools,
    );
    return new TextDecoder().decode(bytes);
  }

  async isThere(timeLimitMs: number, signal: AbortSignal): Promise<boolean> {
    const answer = await this.query('deck 1 loaded', timeLimitMs, signal);
    const text = readText(answer);
    // Other web servers answer with a page.
    return text === undefined || /^(yes|no|on|off|true|false|1|0)$/i.test(text);
  }
}
