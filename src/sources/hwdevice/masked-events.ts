/** Masks names of tracks, computers and files, and addresses, for bug reports. */
import type { StateJson } from '@deckcast/wire-kit/recording';
import { type Mask, maskedAddresses, numbered } from '../shared/recent-events.ts';

/** Hardware is named by model, computers by users. */
const MODEL_CODE = /^[A-Z]{2}\d{2}$/;
const COLOR = /^#[0-9a-f]{6,8}$/i;

export function maskedDeviceEvents(): Mask {
  const device = numbered((number) => number.toString(16).padStart(32, '0'));
  const address = maskedAddresses();
  const computer = numbered((number) => `computer ${number}`);
  const text = numbered((number) => `text ${number}`);

  /** Spares only colors: any path may hold a name or a file path. */
  function value(json: unknown): unknown {
    if (typeof json === 'string') {
      return json === '' || COLOR.test(json) ? json : text(json);
    }
    if (Array.isArray(json)) {
      return json.map(value);
    }
    return typeof json === 'object' && json !== null
      ? Object.fromEntries(Object.entries(json).map(([name, inner]) => [name, value(inner)]))
      : json;
  }

  return (event) => {
    if (event.event === 'datagram') {
      return undefined;
    }
    const masked = { ...event, device: device(event.device) };
    switch (masked.event) {
      case 'found':
        return {
          ...masked,
          address: address(masked.address),
          name: MODEL_CODE.test(masked.software) ? masked.name : computer(masked.name),
        };
      case 'state':
        return { ...masked, value: masked.value && (value(masked.value) as StateJson) };
      default:
        return masked;
    }
  };
}
