import type { Message } from '../../core/message.ts';

/** Error of a disk that does not answer. */
export function silent(text: Message): Error {
  return Object.assign(new Error(String(text)), { code: 'ETIMEDOUT', text });
}
