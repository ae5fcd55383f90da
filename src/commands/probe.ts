import { defineOptions } from '../core/option.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';
import { choice, duration } from '../settings/kinds.ts';
import { checkHwDevice, hwDeviceOptions } from '../sources/hwdevice/options.ts';
import { checkProDjLink, proDjLinkOptions } from '../sources/prodjlink/options.ts';

const probeOptions = {
  ...globalOptions,
  ...hwDeviceOptions,
  ...proDjLinkOptions,
  ...defineOptions('Command flags', {
    'probe.as': {
      kind: choice(['hwdevice', 'prodjlink']),
      default: 'hwdevice',
      help: 'what to look for: Denon DJ / Engine OS devices, or PRO DJ LINK players and mixers',
    },
    'probe.duration': {
      kind: duration,
      default: 30_000,
      help: 'how long to listen; use some minutes if devices get their addresses slowly',
    },
  }),
};

export const probe: Command<typeof probeOptions> = {
  details:
    'Looks for Denon DJ / Engine OS devices on every network interface and connects to them. It logs each interface, ' +
    'each device and each state with its value as it comes, and every five seconds how long it goes on. At the end ' +
    'it says what each interface received and, when nothing was found, what to check. It ends by itself. With ' +
    '--probe.as=prodjlink it joins the network of CDJ and XDJ players as a guest instead, and logs what they say; add ' +
    '--prodjlink.listen-only and it sends nothing.',
  options: probeOptions,
  configuration: 'own',
  check: ({ settings }) => [...checkHwDevice(settings), ...checkProDjLink(settings)],
  async run({ settings, tools, signal }) {
    if (settings['probe.as'] === 'prodjlink') {
      const { LinkProbe } = await import('../sources/prodjlink/probe.ts');
      await new LinkProbe(settings, tools).run(settings['probe.duration'], signal);
      return;
    }
    const { Probe } = await import('../sources/hwdevice/probe.ts');
    await new Probe(settings, tools).run(settings['probe.duration'], signal);
  },
};
