import { isTestRefused } from '../../clients/examine.ts';
import type { DiagnoseTools } from '../../core/contracts/part.ts';
import { textOf } from '../../core/errors.ts';
import { type Finding, firstProblem, inOrder } from '../../core/finding.ts';
import { isFailing, type SinkHealth } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { OptionTable } from '../../core/option.ts';
import type { Clock, Disk, Logger, Tools } from '../../core/tools.ts';
import { writtenFinding, writtenFindings } from '../../host/folders.ts';
import { enrichPart } from '../../show/pictures/index.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sourceParts } from '../../sources/index.ts';
import type { NamedSource } from '../../sources/shared/combined-member.ts';
import { licenseState } from '../licensed.ts';
import { receivingSources, type StartSettings } from '../options.ts';
import { diagnoseMetrics, diagnoseObs, diagnoseServer } from './app-parts.ts';
import { examineComputer } from './computer.ts';

export interface Examination {
  readonly listenMs: number;
  readonly running: boolean;
  /** File that saved settings go to; absent where none are saved. */
  readonly configFile?: string | undefined;
  readonly members?: readonly NamedSource[];
  /** OBS has an overlay open. */
  readonly isInObs?: boolean;
  readonly sinks?: () => readonly SinkHealth[];
  /** A sink's receiver answers: ends the sink's wait after a failure. */
  readonly retry?: (sink: string) => void;
  readonly others?: Readonly<Record<string, { findings(): readonly Finding[] }>>;
}

/** Most important first. Never rejects: a failed check is a finding. */
export async function examine(
  settings: StartSettings,
  tools: Tools,
  examination: Examination,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { running, configFile, members = [], isInObs = false, others = {} } = examination;
  const receiving = receivingSources(settings);
  const given = diagnoseTools(settings, tools, examination);
  const givenStopped = diagnoseTools(settings, tools, {
    running: false,
    listenMs: Math.max(examination.listenMs, STOPPED_LISTEN_MS),
  });
  const isStopped = (name: string) =>
    members.some((one) => one.name === name && one.failure !== undefined && !one.isTried);
  // Awaited before the sinks' own findings are read, because a check that succeeds may end a failure.
  const ofSinks = Promise.all(
    sinkParts.map((part) => findingsAbout(part, settings, given(true), signal)),
  ).then((found) => retried(found, examination, tools.clock));
  const findings = await Promise.all([
    ...sourceParts.map((part) => {
      const toolsFor = isStopped(part.name) ? givenStopped : given;
      return findingsAbout(part, settings, toolsFor(receiving.includes(part)), signal);
    }),
    findingsAbout(enrichPart, settings, given(true), signal),
    ofSinks,
    ...members.map(({ name, source, failure }) =>
      failure === undefined ? findingsOf(name, () => source.findings?.()) : [failed(name, failure)],
    ),
    findingsOf('server', () => diagnoseServer(settings, running, tools.disk)),
    ...Object.entries(others).map(([name, part]) =>
      findingsOf(name, async () => {
        await ofSinks;
        return part.findings();
      }),
    ),
    findingsOf('metrics', async () =>
      others.metrics?.findings().length ? [] : diagnoseMetrics(settings, running),
    ),
    findingsOf('obs', () => diagnoseObs(settings, tools, isInObs, signal)),
    findingsOf('computer', () => examineComputer(settings, tools)),
    findingsOf('settings', () =>
      configFile === undefined ? undefined : examineConfigFile(configFile, tools.disk),
    ),
  ]);
  return inOrder(findings.flat());
}

const RETRIED_WITHIN_MS = 2_000;

/** Lets sinks that failed, and whose receivers answer, try again before their deliveries count. */
async function retried(
  found: readonly (readonly Finding[])[],
  { sinks = () => [], retry, others = {} }: Examination,
  clock: Clock,
): Promise<readonly Finding[]> {
  const sinkOf = (name: string) => sinks().find((one) => one.name === name);
  const isInTrouble = (name: string): boolean => {
    const sink = sinkOf(name);
    return sink !== undefined && (sink.stopped || isFailing(sink));
  };
  const answering = sinkParts
    .filter((_, at) => isAnswering(found[at] ?? []))
    .map(({ name }) => name)
    .filter(isInTrouble);
  for (const name of answering) {
    retry?.(name);
  }
  const deadline = clock.monotonic() + RETRIED_WITHIN_MS;
  while (retry !== undefined && answering.some(isInTrouble) && clock.monotonic() < deadline) {
    await clock.sleep(100);
  }
  const own = others.sinks?.findings() ?? [];
  return sinkParts.flatMap(({ name, card, options }, at) =>
    withDelivery(found[at] ?? [], sinkOf(name), own, lossOf(options), card.settings?.group === 'Files'),
  );
}

function isAnswering(found: readonly Finding[]): boolean {
  return firstProblem(found) === undefined && found.some(({ severity }) => severity === 'ok');
}

/**
 * Deliveries of tracks tell more than a test: a service may answer it, and refuse tracks.
 *
 * @param own findings of running sinks, which are listed beside these
 */
function withDelivery(
  found: readonly Finding[],
  sink: SinkHealth | undefined,
  own: readonly Finding[],
  loss: Text | undefined,
  isFile: boolean,
): readonly Finding[] {
  if (sink?.lastError !== undefined && isFailing(sink)) {
    const others = found.filter((one) => one.severity !== 'ok' && !isTestRefused(one));
    const names = ({ severity, area }: Finding): boolean =>
      severity === 'fault' || (severity === 'warning' && area === 'services');
    if (own.some(({ finding }) => String(finding) === String(sink.lastError))) {
      return others.filter((one) => !(one.area === 'services' && names(one)));
    }
    return others.some(names) ? others : [...others, undelivered(sink.name, sink.lastError, loss, isFile)];
  }
  return sink?.lastSuccessAt === undefined ? found : found.filter((one) => !isTestRefused(one));
}

function lossOf(options: OptionTable): Text | undefined {
  return Object.values(options).find(({ without }) => without !== undefined)?.without;
}

/** Reasons of files say what to do. */
function undelivered(name: string, reason: Text, loss: Text | undefined, isFile: boolean): Finding {
  return {
    area: isFile ? 'files' : 'services',
    severity: 'fault',
    finding: String(reason).includes(name)
      ? reason
      : say('core.about', { about: { part: name }, text: reason }),
    means: loss ?? say('doctor.last-track-not-delivered'),
    todo: isFile ? say('computer.fix-says') : say('service.check-then-send-test'),
  };
}

/** A set goes on without saved changes. */
async function examineConfigFile(path: string, disk: Disk): Promise<readonly Finding[]> {
  if ((await disk.stat(path).catch(() => undefined))?.kind === 'folder') {
    // The problems of the configuration say so.
    return [];
  }
  const without = say('doctor.settings-cannot-be-saved');
  const found = await writtenFinding({ option: '--conf', path, without }, disk);
  return [{ ...found, severity: found.severity === 'fault' ? 'warning' : found.severity }];
}

/** Used for stopped sources; devices announce themselves every two seconds or more often. */
export const STOPPED_LISTEN_MS = 4_500;

export function diagnoseTools(
  settings: StartSettings,
  tools: Tools,
  { listenMs, running }: Pick<Examination, 'listenMs' | 'running'>,
): (chosen: boolean) => DiagnoseTools {
  const licensed = licenseState(settings, tools.clock.now()).problem === undefined;
  return (chosen) => ({ ...tools, log: debugOnly(tools.log), chosen, running, listenMs, licensed });
}

interface Examined {
  readonly name: string;
  readonly options: OptionTable;
  diagnose?(settings: StartSettings, tools: DiagnoseTools, signal: AbortSignal): Promise<readonly Finding[]>;
}

export function findingsAbout(
  part: Examined,
  settings: StartSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  return findingsOf(part.name, async () => [
    ...(tools.chosen ? await writtenFindings(part.options, settings, tools.disk) : []),
    ...((await part.diagnose?.(settings, tools, signal)) ?? []),
  ]);
}

export async function findingsOf(
  name: string,
  check: () => Promise<readonly Finding[]> | undefined,
): Promise<readonly Finding[]> {
  try {
    return (await check()) ?? [];
  } catch (error) {
    return [unexamined(name, error)];
  }
}

function failed(name: string, reason: Text): Finding {
  return {
    area: 'program',
    severity: 'fault',
    finding: say('doctor.source-failed', { name: { part: name }, reason }),
    means: say('doctor.tracks-not-shown-other-sources-work'),
    todo: '',
  };
}

function unexamined(name: string, error: unknown): Finding {
  return {
    area: 'program',
    severity: 'warning',
    finding: say('doctor.could-not-examined', { name: { part: name }, reason: textOf(error) }),
    means: say('doctor.unknown-whether-works'),
    todo: say('doctor.please-report-deckcast-doctor-report-writes'),
  };
}

/** Logs parts' lines during the examination at `debug` only. */
function debugOnly({ debug }: Logger): Logger {
  return { debug, info: debug, warn: debug, error: debug };
}
