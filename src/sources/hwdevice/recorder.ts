import { formatStateValue, type NetworkReceiver, type StateValue } from '@deckcast/stagelinq';
import type { DeviceEvent, StateJson, Untimed } from '@deckcast/wire-kit/recording';

export function recordingReceiver(write: (event: Untimed<DeviceEvent>) => void): NetworkReceiver {
  return {
    found: ({ token, source, software, version, address, port }) => {
      const who = { name: source, software, softwareVersion: version, address, port };
      write({ device: token, event: 'found', ...who });
    },
    connected: ({ token }) => write({ device: token, event: 'connected' }),
    services: ({ token }, services) => {
      const offered = [...services].map(([name, port]) => ({ name, port }));
      write({ device: token, event: 'services', services: offered });
    },
    state: ({ token }, path, value) => write({ device: token, event: 'state', path, value: jsonOf(value) }),
    lost: ({ token }, { code }) => write({ device: token, event: 'lost', reason: code }),
    gone: ({ token }) => write({ device: token, event: 'gone' }),
  };
}

function jsonOf(value: StateValue): StateJson | null {
  const text = formatStateValue(value);
  return text === null ? null : JSON.parse(text);
}
