import type { GetEarlierSet } from '../core/contracts/set.ts';
import type { SinkTools } from '../core/contracts/sink.ts';
import type { SourceListener } from '../core/contracts/source.ts';
import type { OptionTable } from '../core/option.ts';
import type { Tools } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';
import { hearOptions } from '../hearing/options.ts';
import { midiOptions } from '../midi/options.ts';
import { obsOptions } from '../operator/obs/options.ts';
import type { StartSettings } from '../operator/options.ts';
import type { Restart } from '../operator/settings/restarts.ts';
import { type CurrentSet, setSoFar } from '../sets/earlier-set.ts';
import type { Sessions } from '../sets/index.ts';
import type { Fanout } from '../show/deliver/fanout.ts';
import { enrichOptions, type RunningEnricher } from '../show/pictures/index.ts';
import type { Pipeline } from '../show/pipeline/index.ts';
import { sinkParts } from '../sinks/index.ts';
import { icecastOptions } from '../sources/icecast/options.ts';
import { sourceParts } from '../sources/index.ts';
import { type ServerDeps, tryAddress } from '../web/index.ts';
import { metricsOptions } from '../web/metrics/options.ts';
import { serverOptions } from '../web/options.ts';
import type { ConnectedSource } from './create-parts.ts';
import type { Replaceable, Runs } from './replaceable.ts';

/** Lets the page that saved read the settings again. */
const READ_MS = 300;
/** Requests may never complete. */
const ANSWERED_WITHIN_MS = 5_000;
/** Opens libraries in players and folders. */
const LIBRARY_KEY = 'prodjlink.key';
const LICENSE = 'license.key';

interface FollowsSettings {
  settingsChanged(changed: readonly string[]): void;
}

interface Serves {
  readonly listening: Promise<{ readonly port: number }>;
  answered(): Promise<void>;
}

export interface RunningParts extends Pick<ServerDeps, 'audience'> {
  readonly sessions: Sessions;
  readonly set: CurrentSet;
  readonly fanout: Fanout;
  readonly enrichment: Replaceable<RunningEnricher>;
  readonly pipeline: Pipeline;
  readonly source: Replaceable<ConnectedSource, SourceListener>;
  readonly hearing: Replaceable<Runs>;
  readonly midi: Replaceable<Runs>;
  readonly server: Replaceable<Runs & FollowsSettings & Serves>;
  readonly metrics: Replaceable<Runs>;
  readonly obs: Replaceable<Runs>;
  readonly sinkTools: (earlierSet: GetEarlierSet) => SinkTools;
}

export interface RestartTools extends Pick<Tools, 'clock'> {
  /** Switches to the current `log.file`. */
  reopenLog?(): Promise<void>;
}

export function passOnSettings(
  { server, source, pipeline, enrichment, fanout }: RunningParts,
  changed: readonly string[],
): void {
  server.current.settingsChanged(changed);
  source.current.source.settingsChanged?.();
  pipeline.settingsChanged();
  if (enrichment.current.settingsChanged()) {
    pipeline.enricherChanged();
  }
  fanout.settingsChanged((name) => {
    const options: OptionTable = sinkParts.find((part) => part.name === name)?.options ?? {};
    const own = changed.flatMap((option) => options[option] ?? []);
    return own.some(({ live }) => live === undefined) ? 'replaced' : own.length > 0 ? 'live' : 'none';
  });
}

/** Receivers before senders, so that a restarted source finds all receivers. */
export function partRestarts(
  settings: StartSettings,
  parts: RunningParts,
  { clock, reopenLog }: RestartTools,
): readonly Restart[] {
  const { source, hearing, midi, enrichment, server, metrics, obs, fanout, pipeline, sessions } = parts;
  let servedPort = settings['http.addr'].port;
  const isOptionOf = (options: OptionTable) => (name: string) => Object.hasOwn(options, name);

  const sinks = sinkParts.map(
    (part): Restart => ({
      part: part.name,
      options: [...namesOf(part.options), ...(part.name === 'live' ? [LICENSE] : [])],
      replace: () =>
        fanout.replace(part.name, async () => {
          if (part.name === 'session') {
            sessions.reopen();
          }
          return part.create(settings, parts.sinkTools(setSoFar(parts.audience, parts.set.id)));
        }),
    }),
  );

  return [
    { part: 'log', options: ['log.file'], replace: async () => reopenLog?.() },
    {
      part: 'enrichment',
      options: [...namesOf(enrichOptions), LICENSE],
      async replace() {
        await enrichment.replace();
        pipeline.enricherChanged();
      },
    },
    ...sinks,
    { part: 'metrics', options: namesOf(metricsOptions), replace: () => metrics.replace() },
    { part: 'obs', options: namesOf(obsOptions), replace: () => obs.replace() },
    {
      part: 'hearing',
      options: [...namesOf(hearOptions), 'source', LIBRARY_KEY, ...namesOf(icecastOptions)],
      // The hearing part listens for broadcasts unless a source does.
      isAffected: (options) =>
        settings['hear.input'].includes('icecast') ||
        options.includes(LIBRARY_KEY) ||
        options.some(isOptionOf(hearOptions)),
      replace: () => hearing.replace(),
    },
    { part: 'midi', options: namesOf(midiOptions), replace: () => midi.replace() },
    {
      part: 'source',
      // The input decides whether sources follow faders.
      options: ['source', 'midi.input', ...sourceParts.flatMap(({ options }) => namesOf(options))],
      isAffected: (options) =>
        options.includes('source') ||
        options.includes('midi.input') ||
        source.current.members.some(({ name }) =>
          sourceParts.some((part) => part.name === name && options.some(isOptionOf(part.options))),
        ),
      async replace() {
        const names = source.current.members.map(({ name }) => name);
        pipeline.sourceReplaced(names.filter((name) => !settings.source.includes(name)));
        await source.replace();
      },
    },
    {
      part: 'server',
      options: namesOf(serverOptions),
      async tryOut() {
        const address = settings['http.addr'];
        if (address.port !== servedPort) {
          await tryAddress(address);
        }
      },
      // The page that saved gets its answer over the closing listener.
      async idle() {
        await settlesWithin(clock, ANSWERED_WITHIN_MS, server.current.answered());
        await clock.sleep(READ_MS);
      },
      async replace() {
        const { port } = settings['http.addr'];
        const isOther = port !== servedPort && port !== 0;
        const { port: from } = isOther ? await server.current.listening : { port };
        await server.replace(isOther ? () => parts.audience.moves(from, port) : undefined);
        servedPort = port;
        if (isOther) {
          await obs.replace();
        }
      },
    },
  ];
}

function namesOf(options: OptionTable): readonly string[] {
  return Object.keys(options);
}
