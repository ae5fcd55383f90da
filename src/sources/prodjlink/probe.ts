import { type LinkDevice, type LinkReceiver, type PlayerStatus, ProDjLinkNetwork } from '@deckcast/prodjlink';
import { printable } from '../../core/printable.ts';
import type { LogFields, Tools } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { linkFindings } from './findings.ts';
import { listen, stateOf } from './listen.ts';
import { linkOptions, type ProDjLinkSettings } from './options.ts';

const LINE_EVERY_MS = 5_000;

/** Only the DJ changes these. */
const LOGGED_FIELDS = [
  'playState',
  'flags',
  'sourcePlayer',
  'slot',
  'trackType',
  'trackId',
  'usb',
  'sd',
  'bpm',
  'emergencyLoop',
  'length',
  'firmware',
] as const satisfies readonly (keyof PlayerStatus)[];

export class LinkProbe {
  readonly #settings: ProDjLinkSettings;
  readonly #tools: Pick<Tools, 'clock' | 'log'>;
  readonly #logged = new Map<string, string>();
  #isConnected = false;
  #isOffered = false;
  #reportsOnAir = false;

  constructor(settings: ProDjLinkSettings, tools: Pick<Tools, 'clock' | 'log'>) {
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(durationMs: number, signal: AbortSignal): Promise<void> {
    const { log } = this.#tools;
    // Unknown kinds of messages are the point of a probe, so debug becomes info.
    const logger = { debug: log.info.bind(log), warn: log.warn.bind(log) };
    const network = new ProDjLinkNetwork({ ...linkOptions(this.#settings, this.#tools), log: logger });
    const link = await listen(network, this.receiver(), this.#countDown(network, durationMs, signal));
    const found = linkFindings({
      ...stateOf(link, this.#settings),
      isConnected: this.#isConnected,
      reportsOnAir: this.#reportsOnAir,
      isOffered: this.#isOffered,
    });
    for (const { severity, finding, means, todo } of found) {
      log[severity === 'ok' ? 'info' : 'warn']('in short', {
        finding,
        means: means || undefined,
        todo: todo || undefined,
      });
    }
  }

  receiver(): LinkReceiver {
    const { log } = this.#tools;
    return {
      device: ({ kind, device }) =>
        log.info(`device ${kind}`, { ...named(device), mac: device.mac ?? undefined }),
      guest: (state) =>
        log.info('as a guest', state.kind === 'announced' ? { number: state.number } : { silent: state.why }),
      status: (device, status) => {
        this.#isConnected = true;
        this.#logDevice(
          'state',
          device,
          Object.fromEntries(LOGGED_FIELDS.map((name) => [name, status[name] ?? undefined])),
        );
      },
      mixerStatus: (device, { flags }) => this.#logDevice('mixer', device, { flags }),
      onAir: ({ name, channels }, address) => {
        this.#reportsOnAir = true;
        const open = channels.flatMap((isOpen, index) => (isOpen ? [index + 1] : [])).join(' ');
        this.#logChange(`on air ${address}`, 'open channels', { device: printable(name), address, open });
      },
      assignmentOffered: (address) => {
        this.#isOffered = true;
        log.info('mixer offered a number', { address });
      },
    };
  }

  async #countDown(network: ProDjLinkNetwork, durationMs: number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const endsAt = clock.monotonic() + durationMs;
    for (let leftMs = durationMs; leftMs > 0 && !signal.aborted; leftMs = endsAt - clock.monotonic()) {
      const left = `${Math.ceil(leftMs / 1_000)}s`;
      log.info('listening', { devices: network.status().devices.length, left });
      await pause(clock, Math.min(leftMs, LINE_EVERY_MS), signal);
    }
  }

  #logDevice(what: string, device: LinkDevice, fields: LogFields): void {
    this.#logChange(`${what} ${device.key}`, what, { ...named(device), ...fields });
  }

  #logChange(key: string, message: string, fields: LogFields): void {
    const text = JSON.stringify(fields);
    if (this.#logged.get(key) !== text) {
      this.#logged.set(key, text);
      this.#tools.log.info(message, fields);
    }
  }
}

function named({ name, number, address }: LinkDevice): LogFields {
  return { device: printable(name), number, address };
}
