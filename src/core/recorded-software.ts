/**
 * What DJ software says, as lines of a recording (`recording.ts`), with the names of all tracks. Passwords are left out.
 *
 *     {"t":40,"event":"request","connection":1,"from":"127.0.0.1","method":"POST","path":"/deckLoaded/A","body":"{\"title\":…}"}
 *
 *     {"t":910,"event":"reading","answers":[{"script":"deck 1 get_title","answer":"Slow Elevator"}]}
 *     {"t":5200,"event":"unanswered","reason":"VirtualDJ: no answer within 4s"}
 *
 *     {"t":700,"event":"head","connection":1,"from":"127.0.0.1","lines":["SOURCE /live HTTP/1.0","Authorization: ***"],"password":"given"}
 *     {"t":730,"event":"comments","connection":1,"comments":[{"name":"TITLE","value":"Slow Elevator"}]}
 *     {"t":90210,"event":"closed","connection":1}
 */
import * as v from 'valibot';
import { recordingTime as t } from './recording-time.ts';

/** Bytes from outside: as text where they are UTF-8. */
const RecordedBytes = v.union([v.string(), v.object({ base64: v.pipe(v.string(), v.base64()) })]);

export type RecordedBytes = v.InferOutput<typeof RecordedBytes>;

export function recordedBytes(bytes: Uint8Array): RecordedBytes {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

export function bytesOf(recorded: RecordedBytes): Buffer {
  return typeof recorded === 'string' ? Buffer.from(recorded) : Buffer.from(recorded.base64, 'base64');
}

/** Connections count from 1, in the order in which they were opened. */
const connection = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Traktor sends something. */
export const TraktorEvent = v.object({
  t,
  event: v.literal('request'),
  connection,
  /** The sender's IP address. */
  from: v.string(),
  method: v.pipe(v.string(), v.regex(/^[A-Z-]{1,20}$/)),
  path: v.pipe(v.string(), v.regex(/^[\x21-\xff]+$/)),
  body: RecordedBytes,
});

export const VirtualDjEvent = v.variant('event', [
  /** All decks have been read once. Without the answers that are those of the reading before. */
  v.object({
    t,
    event: v.literal('reading'),
    /** In the order of the questions; a script may have been asked twice. */
    answers: v.array(v.object({ script: v.string(), answer: v.string() })),
  }),
  /** A question had no answer; what was read before it counts for nothing. All answers follow in the next reading. */
  v.object({ t, event: v.literal('unanswered'), reason: v.string() }),
]);

/** In the place of what must not be in a recording. */
export const LEFT_OUT = '***';

export const BroadcastEvent = v.variant('event', [
  /** What a client opens its connection with. A SHOUTcast program sends its password in place of a request line. */
  v.object({
    t,
    event: v.literal('head'),
    connection,
    from: v.string(),
    /** Without line breaks and the empty line at the end. */
    lines: v.array(RecordedBytes),
    /** `refused`: a wrong one, or none where there had to be one. */
    password: v.picklist(['given', 'none', 'refused']),
  }),
  /** Inside the audio. */
  v.object({
    t,
    event: v.literal('comments'),
    connection,
    comments: v.array(v.object({ name: v.string(), value: RecordedBytes })),
  }),
  v.object({
    t,
    event: v.literal('closed'),
    connection,
    /** What the client did wrong. */
    fault: v.optional(v.string()),
  }),
]);

export type TraktorEvent = v.InferOutput<typeof TraktorEvent>;
export type VirtualDjEvent = v.InferOutput<typeof VirtualDjEvent>;
export type BroadcastEvent = v.InferOutput<typeof BroadcastEvent>;

export type VirtualDjAnswers = Extract<VirtualDjEvent, { event: 'reading' }>['answers'];

/** Whether a question was answered in two ways, because a track changed; the next reading shows which of them counts. */
export function isUnclear(answers: VirtualDjAnswers): boolean {
  return new Set(answers.map(({ script }) => script)).size < answers.length;
}
