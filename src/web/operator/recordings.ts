/** Tracklists of recordings: analysis, corrections, and the recording's sound. */
import { getMimeType } from 'hono/utils/mime';
import { say, spoken, type Text, type Texted } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import type { OperatorNames } from '../../core/track.ts';
import type { Handlers } from '../endpoints.ts';
import { done, doneUnless, refuse } from '../refuse.ts';
import { RecordingRequest } from '../requests.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type { RecordingMessage } from '../wire/recording.ts';
import type { PathsMessage } from '../wire/settings.ts';
import { bodyOf } from './body.ts';

/** Returned texts say why something can't be done. */
export interface Recordings {
  state(): Texted<Omit<RecordingMessage, 'v'>>;
  /** Begins to analyze the file. */
  begin(path: string): Text | undefined;
  stop(): void;
  /** Paths of files that may be recordings, newest first. */
  recent(): Promise<readonly string[]>;
  correct(session: number, position: number, names: OperatorNames): Promise<Text | undefined>;
  /** Hides or shows a track of a stored set. */
  change(session: number, position: number, verdict: 'hide' | 'reveal'): Promise<Text | undefined>;
  /** Removes a track from a stored set, or puts it back. */
  remove(session: number, position: number, isRemoved: boolean): Promise<Text | undefined>;
  /** Path of the file in which a track of a recorded set begins. */
  fileOf(session: number, position: number): Promise<string | undefined>;
}

/** Bytes of a file that are in memory at once. */
const PIECE = 256 * 1024;
const NO_SOUND = say('web.no-recorded-track');

export function createRecordingHandlers(recordings: Recordings, disk: Pick<Disk, 'read' | 'stat'>) {
  return {
    'GET /recording': (context) =>
      context.json(spoken<RecordingMessage>({ v: WIRE_VERSION, ...recordings.state() })),
    'POST /recording': async (context) => {
      const needs = 'send the path of a recording: {"path": "/home/dj/friday.mp3"}';
      const { path } = await bodyOf(context, RecordingRequest, needs);
      return doneUnless(context, recordings.begin(path));
    },
    'DELETE /recording': (context) => {
      recordings.stop();
      return done(context);
    },
    'GET /recording/files': async (context) =>
      context.json({ v: WIRE_VERSION, paths: await recordings.recent() } satisfies PathsMessage),
    'GET /recording/sound': async (context) => {
      const { session, position } = context.req.query();
      const path = await recordings.fileOf(Number(session), Number(position));
      const about = path === undefined ? undefined : await disk.stat(path).catch(() => undefined);
      if (path === undefined || about?.kind !== 'file') {
        return refuse(context, 404, NO_SOUND);
      }
      const { from, to } = rangeIn(context.req.header('Range'), about.size);
      if (from >= to && about.size > 0) {
        context.header('Content-Range', `bytes */${about.size}`);
        return refuse(context, 416, `the file has ${about.size} bytes`);
      }
      const headers = {
        'Accept-Ranges': 'bytes',
        'Content-Length': String(to - from),
        'Content-Type': getMimeType(path) ?? 'application/octet-stream',
      };
      return to - from === about.size
        ? new Response(piecesOf(path, from, to, disk), { headers })
        : new Response(piecesOf(path, from, to, disk), {
            status: 206,
            headers: { ...headers, 'Content-Range': `bytes ${from}-${to - 1}/${about.size}` },
          });
    },
  } satisfies Partial<Handlers>;
}

/** First byte of the range that a request wants, and the one after its last. Ranges of other kinds mean the whole file. */
function rangeIn(header: string | undefined, size: number): { readonly from: number; readonly to: number } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') {
    return { from: last === '' ? 0 : Math.max(0, size - Number(last)), to: size };
  }
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
}

function piecesOf(
  path: string,
  from: number,
  to: number,
  disk: Pick<Disk, 'read'>,
): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream({
    async pull(controller) {
      const piece = at < to ? await disk.read(path, Math.min(PIECE, to - at), at) : undefined;
      if (piece === undefined || piece.length === 0) {
        controller.close();
        return;
      }
      at += piece.length;
      controller.enqueue(piece);
    },
  });
}
