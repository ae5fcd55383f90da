/** `deckcast probe`: what is on the device network, and what it says. Everything goes into the log. */
import { globalOptions } from '../app/global-options.ts';
import type { Command } from '../config/command.ts';
import { duration } from '../config/kinds.ts';
import { defineOptions } from '../core/option.ts';
import { checkHwDevice, hwDeviceOptions } from '../sources/hwdevice/options.ts';

const probeOptions = {
  ...globalOptions,
  ...hwDeviceOptions,
  ...defineOptions({
    'probe.duration': {
      kind: duration,
      default: 30_000,
      help: 'how long to listen; use some minutes where devices get their addresses slowly',
      group: 'Command flags',
    },
  }),
};

export const probe: Command<typeof probeOptions> = {
  details:
    'Looks for Denon DJ / Engine OS devices on every network interface, connects to them, and logs each state with ' +
    'its value as it arrives. At the end it tells what each interface heard and, when nothing was found, what to ' +
    'check. It ends by itself.',
  options: probeOptions,
  configuration: 'own',
  check: ({ settings }) => checkHwDevice(settings),
  async run({ settings, tools, signal }) {
    const { Probe } = await import('../sources/hwdevice/probe.ts');
    const time = new AbortController();
    const end = (): void => time.abort();
    const cancel = tools.clock.after(settings['probe.duration'], end);
    signal.addEventListener('abort', end, { once: true });
    try {
      await new Probe(settings, tools).run(time.signal);
    } finally {
      cancel();
      signal.removeEventListener('abort', end);
    }
  },
};
