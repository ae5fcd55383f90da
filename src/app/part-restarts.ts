/** How each part of the program starts again while the others go on. */
import type { Sink, SinkTools } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';
import type { Tools } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';
import { obsOptions } from '../desk/obs/options.ts';
import type { StartSettings } from '../desk/options.ts';
import type { Restart } from '../desk/settings/restarts.ts';
import { hearOptions } from '../hearing/options.ts';
import type { Sessions } from '../sets/index.ts';
import type { Fanout } from '../show/deliver/fanout.ts';
import { enrichOptions, type RunningEnricher } from '../show/pictures/index.ts';
import type { Pipeline } from '../show/pipeline/index.ts';
import { sinkParts } from '../sinks/index.ts';
import { icecastOptions } from '../sources/icecast/options.ts';
import { sourceParts } from '../sources/index.ts';
import { tryAddress } from '../web/index.ts';
import { metricsOptions } from '../web/metrics/options.ts';
import { serverOptions } from '../web/options.ts';
import type { ConnectedSource } from './create-parts.ts';
import type { Replaceable, Runs } from './replaceable.ts';

/** Long enough for the page that asked for it to read what it has saved. */
const READ_MS = 300;
/** Another request may never have an answer. */
const ANSWERED_WITHIN_MS = 5_000;
/** Opens the library on a stick, in a player or in a folder with music. */
const LIBRARY_KEY = 'prodjlink.key';
/** What is licensed depends on it. */
const LICENSE = 'license.key';

interface FollowsSettings {
  settingsChanged(): void;
}

interface Answers {
  /** Resolves when every request that came before has its answer. */
  answered(): Promise<void>;
}

export interface RunningParts {
  readonly sessions: Sessions;
  readonly fanout: Fanout;
  readonly enrichment: Replaceable<RunningEnricher>;
  readonly pipeline: Pipeline;
  readonly source: Replaceable<ConnectedSource>;
  readonly hearing: Replaceable<Runs>;
  readonly server: Replaceable<Runs & FollowsSettings & Answers>;
  readonly metrics: Replaceable<Runs>;
  readonly obs: Replaceable<Runs>;
  /** What a sink is made with in the middle of a set. */
  readonly sinkTools: () => SinkTools;
}

export interface RestartTools extends Pick<Tools, 'clock' | 'log'> {
  /** The log goes on where `log.file` says now; absent when settings never change. */
  reopenLog?(): Promise<void>;
}

/** Live settings have changed. */
export function passOnSettings({ server, source, pipeline, enrichment, fanout }: RunningParts): void {
  server.current.settingsChanged();
  source.current.source.settingsChanged?.();
  pipeline.settingsChanged();
  if (enrichment.current.settingsChanged()) {
    pipeline.enricherChanged();
  }
  fanout.settingsChanged();
}

/** Receivers before senders: a source that starts again finds everything in place. */
export function partRestarts(
  settings: StartSettings,
  parts: RunningParts,
  { clock, log, reopenLog }: RestartTools,
): readonly Restart[] {
  const { source, hearing, enrichment, server, metrics, obs, fanout, pipeline, sessions } = parts;
  /** What the server that runs now was made with. */
  let served = wanted();

  const sinks = sinkParts.map((part): Restart => {
    const make = (): Sink | undefined | Promise<Sink | undefined> => part.create(settings, parts.sinkTools());
    return {
      part: part.name,
      options: [...namesOf(part.options), ...(part.name === 'live' ? [LICENSE] : [])],
      restart: () =>
        fanout.replace(part.name, async () => {
          if (part.name === 'session') {
            sessions.reopen();
          }
          return make();
        }),
    };
  });

  /** Where broadcasts are only heard, and not a source, it listens for them itself. */
  async function restartHearing(options: readonly string[]): Promise<void> {
    const isAffected = options.some(
      (name) =>
        Object.hasOwn(hearOptions, name) ||
        name === LIBRARY_KEY ||
        settings['hear.input'].includes('icecast'),
    );
    if (isAffected) {
      await hearing.replace();
    }
  }

  async function restartSource(options: readonly string[]): Promise<void> {
    const running = source.current.members.flatMap(({ name }) =>
      sourceParts.filter((part) => part.name === name),
    );
    const isAffected = options.some(
      (name) => name === 'source' || running.some((part) => Object.hasOwn(part.options, name)),
    );
    if (isAffected) {
      pipeline.sourceReplaced();
      await source.replace();
    }
  }

  /** The page that asked must get its answer over the listener that is to be closed. */
  async function restartServer(restore: () => void): Promise<void> {
    const next = wanted();
    const { address } = next;
    if (address === served.address && next.token === served.token && next.adminToken === served.adminToken) {
      // The new address was not free when it was tried, so the server was not touched.
      return;
    }
    if (address.port !== served.address.port) {
      await tryAddress(address);
    }
    served = next;
    void settlesWithin(clock, ANSWERED_WITHIN_MS, server.current.answered()).then(() =>
      clock.after(READ_MS, replaceServer),
    );

    function replaceServer(): void {
      server
        .replace()
        .catch((error: unknown) => {
          log.error('part restart failed; reverted to the previous settings', {
            part: 'server',
            reason: messageOf(error),
          });
          restore();
          served = wanted();
          return server.replace();
        })
        .catch((error: unknown) => log.error('cannot restart the web server', { reason: messageOf(error) }));
    }
  }

  function wanted() {
    return {
      address: settings['http.addr'],
      token: settings['http.token'],
      adminToken: settings['http.admin_token'],
    };
  }

  return [
    { part: 'log', options: ['log.file'], restart: async () => reopenLog?.() },
    {
      part: 'enrichment',
      options: [...namesOf(enrichOptions), LICENSE],
      async restart() {
        await enrichment.replace();
        pipeline.enricherChanged();
      },
    },
    ...sinks,
    { part: 'metrics', options: namesOf(metricsOptions), restart: () => metrics.replace() },
    { part: 'obs', options: namesOf(obsOptions), restart: () => obs.replace() },
    {
      part: 'hearing',
      options: [...namesOf(hearOptions), 'source', LIBRARY_KEY, ...namesOf(icecastOptions)],
      restart: restartHearing,
    },
    {
      part: 'source',
      options: ['source', ...sourceParts.flatMap(({ options }) => namesOf(options))],
      restart: restartSource,
    },
    { part: 'server', options: namesOf(serverOptions), restart: (_, restore) => restartServer(restore) },
  ];
}

function namesOf(options: OptionTable): readonly string[] {
  return Object.keys(options);
}
