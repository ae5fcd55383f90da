/** Slack's Web API. https://docs.slack.dev/reference/methods/chat.postMessage */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say, type TextId } from '../../core/message.ts';
import type { Picture } from '../../core/track.ts';
import type { HttpAnswer } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import type { ChatAccount, ChatClient } from './contract.ts';
import { type ChatRequest, coverFile, request, requestOnce } from './request.ts';

const SERVICE = 'Slack';
const ADDRESS = 'https://slack.com';
/** Slack allows about one message a second per channel. */
const DISTANCE_MS = 1_000;

const Answer = v.object({
  ok: v.boolean(),
  error: v.optional(v.string()),
  needed: v.optional(v.string()),
});
const Upload = v.object({ upload_url: v.pipe(v.string(), v.url()), file_id: v.string() });

export function createSlack(account: ChatAccount, tools: ServiceTools): ChatClient {
  const method = (name: string) => new URL(`${account.url ?? ADDRESS}/api/${name}`);
  const url = method('chat.postMessage');
  const headers = { authorization: `Bearer ${account.token.reveal()}` };
  const pace = new Throttle(SERVICE, tools.clock);

  /** A message without an answer counts, too. */
  const postOnce = (message: ChatRequest): Promise<HttpAnswer> =>
    requestOnce(SERVICE, message, tools).finally(() => pace.pause(DISTANCE_MS));

  /** Invisible until shared. https://docs.slack.dev/messaging/working-with-files */
  async function upload(cover: Picture, signal: AbortSignal): Promise<string> {
    const file = coverFile(cover);
    const wanted = new URLSearchParams({ filename: file.name, length: String(file.size), alt_txt: 'Cover' });
    const place = { url: method('files.getUploadURLExternal'), headers, body: wanted, signal };
    const answer = await request(SERVICE, place, tools);
    checkAnswer(answer);
    const given = jsonIn(answer.bytes, Upload);
    if (given === undefined) {
      throw explained('no address for the cover');
    }
    // The address is the permission, so it gets no token.
    const body = new Uint8Array(cover.png);
    await request(SERVICE, { url: new URL(given.upload_url), body, signal }, tools);
    return given.file_id;
  }

  return {
    maxLength: 4_000,
    escape: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    async verify(signal) {
      const answer = await request(SERVICE, { url: method('auth.test'), headers, json: {}, signal }, tools);
      checkAnswer(answer);
    },
    async post({ text, cover }, signal) {
      await pace.acquire(signal);
      if (cover !== undefined) {
        const files = [{ id: await upload(cover, signal), title: 'Cover' }];
        const share = { files, channel_id: account.channel, blocks: [asItIs(text)] };
        const shared = { url: method('files.completeUploadExternal'), headers, json: share, signal };
        checkAnswer(await postOnce(shared));
        return;
      }
      const json = {
        channel: account.channel,
        text,
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      };
      checkAnswer(await postOnce({ url, headers, json, signal }));
    },
  };
}

/** The text of a file cannot switch markup off. */
function asItIs(escaped: string): object {
  const text = escaped.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack always answers 200. */
function checkAnswer(answer: HttpAnswer): void {
  const body = jsonIn(answer.bytes, Answer);
  if (body?.ok !== true) {
    throw explained(body?.error ?? 'no JSON', body?.needed);
  }
}

const CHECK_TOKEN = 'chat.slack-does-not-know-token-check';
const CHECK_CHANNEL = 'chat.slack-does-not-let-bot-post';

const PERMANENT: Readonly<Record<string, TextId>> = {
  account_inactive: CHECK_TOKEN,
  invalid_auth: CHECK_TOKEN,
  not_authed: CHECK_TOKEN,
  token_expired: CHECK_TOKEN,
  token_revoked: CHECK_TOKEN,
  channel_not_found: CHECK_CHANNEL,
  is_archived: CHECK_CHANNEL,
  not_in_channel: CHECK_CHANNEL,
  restricted_action: CHECK_CHANNEL,
};
/** Certainly not posted, so a retry is safe. Internal errors of Slack may have posted it. */
const PASSING = ['ratelimited', 'rate_limited', 'service_unavailable'];

function explained(code: string, scope = 'chat:write'): UpstreamError {
  const permanent = code === 'missing_scope' ? 'chat.slack-asks-for-scope' : PERMANENT[code];
  return permanent === undefined
    ? new UpstreamError(
        say('chat.slack-refused-message', { reason: code }),
        PASSING.includes(code) ? 'retry' : 'drop',
      )
    : new UpstreamError(say(permanent, { code, scope }), 'stop');
}
