import type { IncomingMessage } from 'node:http';
import { KEEP_ALIVE } from '../../core/listening.ts';

/** These programs send far less. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_CONNECTIONS = 256;
const REQUEST_MS = 10_000;

export const REQUEST_LIMITS = {
  headersTimeout: REQUEST_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 1_000,
  ...KEEP_ALIVE,
} as const;

/** Cuts off a longer body; ignores an aborted request. */
export function takeBody(request: IncomingMessage, whole: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request
    .on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        request.destroy();
      } else {
        chunks.push(chunk);
      }
    })
    .on('error', () => undefined)
    .on('end', () => whole(Buffer.concat(chunks, size)));
}
