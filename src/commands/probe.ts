/** `deckcast probe`: lists the devices on the network and their states. Everything goes into the log. */
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
    'Looks for Denon DJ / Engine OS devices on every network interface and connects to them. It logs each interface, ' +
    'each device and each state with its value as it comes, and every five seconds how long it goes on. At the end ' +
    'it says what each interface received and, when nothing was found, what to check. It ends by itself.',
  options: probeOptions,
  configuration: 'own',
  check: ({ settings }) => checkHwDevice(settings),
  async run({ settings, tools, signal }) {
    const { Probe } = await import('../sources/hwdevice/probe.ts');
    await new Probe(settings, tools).run(settings['probe.duration'], signal);
  },
};
