/** Masks names of media and computers, and addresses, for bug reports. */
import {
  type LinkCodec,
  messageIn,
  PRESENCE_PORT,
  type PresenceMessage,
  presenceCodec,
  STATUS_PORT,
  type StatusMessage,
  statusCodec,
  TIMING_PORT,
  type TimingMessage,
  timingCodec,
} from '@deckcast/prodjlink';
import { type Mask, maskedAddresses, numbered } from '../shared/recent-events.ts';

/** Hardware is named by model, computers arbitrarily. */
const MODEL = /^(CDJ|XDJ|DJM|OPUS|OMNIS|RMX|EUPHONIA|DJS)\b/;

export function maskedDatagrams(): Mask {
  const address = maskedAddresses();
  const computer = numbered((number) => `computer ${number}`);
  const mac = numbered((number) => `02:00:00:00:00:${(number % 256).toString(16).padStart(2, '0')}`);
  const codecs = new Map<number, (bytes: Buffer) => Buffer | undefined>([
    [PRESENCE_PORT, (bytes) => masked(presenceCodec, bytes)],
    [TIMING_PORT, (bytes) => masked(timingCodec, bytes)],
    [STATUS_PORT, (bytes) => masked(statusCodec, bytes)],
  ]);

  function masked<Message extends PresenceMessage | TimingMessage | StatusMessage>(
    codec: LinkCodec<Message>,
    bytes: Buffer,
  ): Buffer | undefined {
    const message = messageIn(codec, bytes);
    // Unreadable messages may contain names.
    if (message === undefined || message.kind === 'unknown') {
      return undefined;
    }
    const isHardware = MODEL.test(message.name);
    const clean = {
      ...message,
      name: isHardware ? message.name : computer(message.name),
      ...('ip' in message && { ip: address(String(message.ip)) }),
      ...('mac' in message && { mac: mac(String(message.mac)) }),
      ...('mediumName' in message && { mediumName: '' }),
    };
    // Undescribed bytes help with hardware, but may contain names in media answers.
    return codec.encode(clean, isHardware && message.kind !== 'media-answer' ? bytes : undefined);
  }

  return (event) => {
    const clean =
      event.event === 'datagram' ? codecs.get(event.port)?.(Buffer.from(event.bytes, 'hex')) : undefined;
    return event.event === 'datagram' && clean !== undefined
      ? { ...event, address: address(event.address), bytes: clean.toString('hex') }
      : undefined;
  };
}
