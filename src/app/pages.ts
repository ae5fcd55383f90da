import type { Card } from '../core/contracts/part.ts';
import type { GetEarlierSet } from '../core/contracts/set.ts';
import type { SinkTools } from '../core/contracts/sink.ts';
import type { SourceListener } from '../core/contracts/source.ts';
import { RunError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { problemIn } from '../core/health.ts';
import { say, spoken, type Texted } from '../core/message.ts';
import type { LoggedLine, Tools } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { buildInfo } from '../host/package/build-info.ts';
import type { PackageUpdates } from '../host/package/updates.ts';
import type { Arrivals } from '../operator/arrivals.ts';
import { createDoctor } from '../operator/doctor/running.ts';
import type { ObsReload } from '../operator/obs/reload.ts';
import type { StartSettings } from '../operator/options.ts';
import type { Authorizations } from '../operator/setup/authorizations.ts';
import { createSightings } from '../operator/setup/sightings.ts';
import type { ShownTests } from '../operator/setup/test-sink.ts';
import type { CurrentSet } from '../sets/earlier-set.ts';
import type { Beats } from '../show/beat/index.ts';
import type { Fanout } from '../show/deliver/fanout.ts';
import type { RunningEnricher } from '../show/pictures/index.ts';
import type { Pipeline } from '../show/pipeline/index.ts';
import { cueHeader } from '../sinks/cue.ts';
import { sinkParts } from '../sinks/index.ts';
import { sourceParts } from '../sources/index.ts';
import {
  createServer,
  type ProgramHealth,
  type ProgramTrouble,
  type Server,
  type ServerDeps,
  type SettingsStore,
  type Setup,
} from '../web/index.ts';
import type { Metrics } from '../web/metrics/index.ts';
import type { ConnectedSource } from './create-parts.ts';
import type { HearingPart } from './hearing.ts';
import type { ShownMidi } from './midi.ts';
import type { Replaceable } from './replaceable.ts';

/** Longest that the answer to a command waits for the disk. */
const STORED_WITHIN_MS = 3_000;

export interface ShownParts extends Pick<ServerDeps, 'audience' | 'sessions' | 'recordings' | 'pass'> {
  readonly set: CurrentSet;
  readonly source: Replaceable<ConnectedSource, SourceListener>;
  readonly hearing: Replaceable<HearingPart>;
  readonly midi: Replaceable<ShownMidi>;
  readonly arrivals: Arrivals;
  readonly beats: Beats;
  readonly authorizations: Authorizations;
  readonly pipeline: Pipeline;
  readonly enrichment: Replaceable<RunningEnricher>;
  readonly fanout: Fanout;
  readonly updates: PackageUpdates;
  readonly obs: () => ObsReload;
  readonly metrics: () => Metrics;
  readonly tests: ShownTests;
  readonly sinkTools: (earlierSet: GetEarlierSet) => SinkTools;
}

export interface PagesTools extends Tools {
  logged(): readonly LoggedLine[];
  /** Absent without a configuration file. */
  readonly settings?: SettingsStore;
  configFile?(): string | undefined;
  /** Problems with the file as it is now. */
  configurationFindings?(): readonly Finding[];
  /** The command is `demo`. */
  readonly isDemo?: true;
  /** Whether no file, flag or variable sets `--source`; absent if the command chooses it. */
  isDefaultSource?(): boolean;
}

export function createPages(settings: StartSettings, tools: PagesTools, parts: ShownParts): Server {
  const { source, hearing, midi, arrivals, authorizations, pipeline, enrichment, fanout, updates, tests } =
    parts;
  const configurationFindings = (): readonly Finding[] => tools.configurationFindings?.() ?? [];
  const sightings = createSightings(tools.clock);

  /** Called after a service has answered a user who may configure. */
  async function saveSettings(set: Readonly<Record<string, string>>): Promise<void> {
    if (Object.keys(set).length > 0) {
      const { revision = '' } = (await tools.settings?.read(true)) ?? {};
      const saved = await tools.settings?.save({ revision, set }, true);
      if (saved === undefined) {
        throw new RunError(say('app.program-reads-no-configuration-file-so'));
      }
      if (saved.outcome !== 'saved') {
        throw new RunError(saved.problems?.map(({ what }) => what).join('; ') || saved.reason);
      }
    }
    // A sink may work with the new settings.
    fanout.settingsChanged();
  }

  async function setup(): Promise<Setup> {
    const { createSetup } = await import('../operator/setup/index.ts');
    return createSetup(settings, parts.sinkTools(parts.set.shown), {
      members: source.current.members,
      arrivals,
      authorizations,
      sightings,
      sinks: () => fanout.health(),
      repeat: fanout.repeat,
      tested: fanout.tested,
      tests,
      configFile: tools.configFile?.(),
      saveSettings,
    });
  }

  const server = createServer(settings, tools, {
    version: buildInfo.version,
    audience: parts.audience,
    sessions: parts.sessions,
    isSetShown: parts.set.isShown,
    cueHeader: (recording) => cueHeader(settings, tools.log, recording),
    recordings: parts.recordings,
    pass: parts.pass,
    ownDisk: nodeDisk,
    control: pipeline,
    beats: parts.beats,
    commandsStored: () => settlesWithin(tools.clock, STORED_WITHIN_MS, fanout.commandsDelivered('session')),
    doctor: createDoctor(
      settings,
      tools,
      () => ({
        members: source.current.members,
        isInObs: parts.audience.obs.count > 0,
        sinks: fanout.health,
        retry: fanout.retry,
        others: {
          hearing: hearing.current,
          midi: midi.current,
          beats: parts.beats,
          server,
          metrics: parts.metrics(),
          sinks: fanout,
          updates,
          configuration: { findings: configurationFindings },
        },
      }),
      async () => (await tools.settings?.read(true))?.file.path,
    ),
    hearing: () => hearing.current,
    midi: () => midi.current,
    settings: tools.settings,
    setup,
    health() {
      const looks = parts.audience.lookFindings();
      const troubles = troublesOf([
        { title: say('health.settings'), setting: '', findings: configurationFindings().map(endsAtStart) },
        { title: say('health.look'), setting: 'theme.dir', findings: looks.inUse },
        { title: say('health.look'), setting: 'theme.looks', findings: looks.saved },
        { title: say('health.page'), setting: 'page.logo', findings: looks.page },
        // No setting: the text names the one that helps, if there is one.
        { title: 'OBS', findings: parts.obs().findings() },
        { title: say('health.metrics'), setting: 'metrics.addr', findings: parts.metrics().findings() },
        {
          title: say('health.controller'),
          setting: 'midi.input',
          findings: midi.current.state().isIgnored ? [] : midi.current.findings(),
        },
        { title: 'deckcast', findings: updates.findings() },
      ]);
      const health = source.current.source.health();
      return spoken<ProgramHealth>({
        ...(tools.isDemo && { isDemo: true }),
        ...(troubles[0] && { problem: troubles[0].problem, troubles }),
        source: {
          name: source.current.name,
          parts: source.current.members.map(({ name, source: one }) =>
            titled({ name }, sourceParts, settings, one.health().program),
          ),
          // Gear that announces itself, or has played in a set that goes on, needs no choice.
          ...(tools.isDefaultSource?.() && parts.set.isNew && !health.details?.length && { isDefault: true }),
          ...health,
        },
        hearing: hearing.current.health(),
        enrichment: enrichment.current.health(),
        sinks: fanout.health().map((sink) => titled(sink, sinkParts, settings)),
      });
    },
  });
  return server;
}

/** Adds that the next start will fail, if it will: the running program goes on with the settings that it has. */
function endsAtStart(one: Finding): Finding {
  return one.severity === 'fault'
    ? { ...one, finding: say('health.next-start-fails', { problem: one.finding }) }
    : one;
}

function troublesOf(
  parts: readonly (Pick<Texted<ProgramTrouble>, 'title' | 'setting'> & { findings: readonly Finding[] })[],
): readonly Texted<ProgramTrouble>[] {
  return parts.flatMap(({ findings, ...part }) => {
    const problem = problemIn(findings);
    return problem === undefined ? [] : [{ ...part, problem }];
  });
}

interface TitledCard extends Pick<Card<StartSettings>, 'title' | 'titleNow' | 'isUnanswered'> {
  readonly settings?: { readonly common?: object; readonly rest?: object };
}

function titled<Named extends { readonly name: string }>(
  one: Named,
  parts: readonly { readonly name: string; readonly card: TitledCard }[],
  settings: StartSettings,
  program?: string,
) {
  const card = parts.find(({ name }) => name === one.name)?.card;
  const title = program ?? card?.titleNow?.(settings) ?? card?.title ?? one.name;
  const [setting] = Object.keys({ ...card?.settings?.common, ...card?.settings?.rest });
  return {
    ...one,
    title,
    ...(setting !== undefined && { setting }),
    ...(card?.isUnanswered && { isUnanswered: true as const }),
  };
}
