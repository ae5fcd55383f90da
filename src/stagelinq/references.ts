import type { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { type DirectoryMessage, directoryCodec, NO_TOKEN } from './messages/directory.ts';
import { nanoseconds } from './tools.ts';

type Reference = Extract<DirectoryMessage, { kind: 'reference' }>;

/** Keeps a main connection alive: sends our references from now on, until the channel ends. */
export function sendReferences(channel: MessageChannel, { token, clock, timeouts }: ConnectionContext): void {
  let cancel = () => {};
  const next = () => {
    const reference = {
      kind: 'reference',
      origin: token,
      responder: NO_TOKEN,
      clock: nanoseconds(clock),
    } as const;
    channel.send(directoryCodec.encode(reference));
    cancel = clock.after(timeouts.referenceMs, next);
  };
  next();
  channel.ended.then(() => cancel());
}

/** Answers a fresh reference of the other side; mixers stay attached only to those who do. */
export function answerReference(channel: MessageChannel, reference: Reference, token: string): void {
  // An answer to our own is not answered again: two polite sides would never stop.
  if (reference.responder !== NO_TOKEN || reference.origin === token) {
    return;
  }
  channel.send(directoryCodec.encode({ ...reference, responder: token }));
}
