import { LEFT_OUT, recordedBytes } from '../../core/recorded-software.ts';
import type { TraktorEvent, Untimed } from '../../core/recording.ts';
import { isOfClient } from './message.ts';
import type { TraktorRequest } from './receiver.ts';

/** A request as an event of a recording. What another program sends by mistake is nobody's business. */
export function requestEvent({ path, body, ...request }: TraktorRequest): Untimed<TraktorEvent> {
  return isOfClient(path)
    ? { event: 'request', ...request, path, body: recordedBytes(body) }
    : { event: 'request', ...request, path: path.replace(/\?.*/s, ''), body: LEFT_OUT };
}
