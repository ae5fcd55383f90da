/** Slack's Web API. https://docs.slack.dev/reference/methods/chat.postMessage */
import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import type { HttpAnswer } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import type { ChatAccount, ChatClient } from './contract.ts';
import { request, requestOnce } from './request.ts';

const SERVICE = 'Slack';
const ADDRESS = 'https://slack.com';
/** About one message a second into one channel. */
const DISTANCE_MS = 1_000;

const Answer = v.object({ ok: v.boolean(), error: v.optional(v.string()) });

export function createSlack(account: ChatAccount, tools: ServiceTools): ChatClient {
  const method = (name: string) => new URL(`${account.url ?? ADDRESS}/api/${name}`);
  const url = method('chat.postMessage');
  const headers = { authorization: `Bearer ${account.token.reveal()}` };
  const pace = new Throttle(SERVICE, tools.clock);
  return {
    maxLength: 4_000,
    escape: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    async verify(signal) {
      const answer = await request(SERVICE, { url: method('auth.test'), headers, json: {}, signal }, tools);
      checkAnswer(answer);
    },
    async post({ text }, signal) {
      await pace.acquire(signal);
      const json = {
        channel: account.channel,
        text,
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      };
      const answer = await requestOnce(SERVICE, { url, headers, json, signal }, tools);
      pace.pause(DISTANCE_MS);
      checkAnswer(answer);
    },
  };
}

/** Slack always answers 200. */
function checkAnswer(answer: HttpAnswer): void {
  const body = jsonIn(answer.bytes, Answer);
  if (body?.ok !== true) {
    throw explained(body?.error ?? 'no JSON');
  }
}

const CHECK_TOKEN = 'Slack does not accept the token: check --chat.token';
const CHECK_CHANNEL = 'Slack lets the bot not post there: check --chat.channel, and invite the bot';

/** Slack's codes for what only the user can change. */
const PERMANENT: Readonly<Record<string, string>> = {
  account_inactive: CHECK_TOKEN,
  invalid_auth: CHECK_TOKEN,
  not_authed: CHECK_TOKEN,
  token_expired: CHECK_TOKEN,
  token_revoked: CHECK_TOKEN,
  missing_scope: 'Slack asks for the scope chat:write: add it to the app and install it again',
  channel_not_found: CHECK_CHANNEL,
  is_archived: CHECK_CHANNEL,
  not_in_channel: CHECK_CHANNEL,
  restricted_action: CHECK_CHANNEL,
};
/**
 * Codes after which the message was certainly not posted, so a retry is safe. After Slack's internal errors it may have
 * been posted.
 */
const PASSING = ['ratelimited', 'rate_limited', 'service_unavailable'];

function explained(code: string): UpstreamError {
  const permanent = PERMANENT[code];
  return permanent === undefined
    ? new UpstreamError(`Slack refused the message: ${code}`, PASSING.includes(code) ? 'retry' : 'drop')
    : new UpstreamError(`${permanent} (${code})`, 'stop');
}
