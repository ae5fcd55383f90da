import { exchange, joinUrl } from '../../clients/http.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock, Fetch } from '../../core/tools.ts';
import { readText } from './answer.ts';

/** Shortest time between the starts of two requests, so that answering does not disturb VirtualDJ's audio. */
const GAP_MS = 25;
/** More than a name or a number needs. */
const MAX_BYTES = 64 * 1024;

/** Queries the Network Control of one VirtualDJ, one query at a time. Never sends commands. */
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

  /**
   * Resolves to an answer or an error text. Throws UpstreamError (advice `stop` if the password is wrong), or the
   * signal's reason.
   */
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
        maxBytes: MAX_BYTES,
        signal,
      },
      this.#tools,
    );
    return new TextDecoder().decode(bytes);
  }

  async isThere(timeLimitMs: number, signal: AbortSignal): Promise<boolean> {
    const answer = await this.query('deck 1 loaded', timeLimitMs, signal);
    const text = readText(answer);
    // Any other web server answers with a page.
    return text === undefined || /^(yes|no|on|off|true|false|1|0)$/i.test(text);
  }
}
