/** Examines everything that a set needs: each part checks what is its own, and this collects the findings. */
import type { DiagnoseTools, Source } from '../../core/contracts.ts';
import { messageOf } from '../../core/errors.ts';
import { inOrder } from '../../core/finding.ts';
import type { Logger, Tools } from '../../core/tools.ts';
import { enrichPart } from '../../enrich/index.ts';
import { diagnoseServer } from '../../server/diagnose.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sourceParts } from '../../sources/index.ts';
import type { Finding } from '../../wire/doctor.ts';
import { licenseState } from '../licensed.ts';
import type { StartSettings } from '../options.ts';
import { diagnoseMetrics, diagnoseObs } from './app-parts.ts';
import { examineComputer } from './computer.ts';

export interface Examination {
  /** Milliseconds to listen for devices at most. */
  readonly listenMs: number;
  /** The deckcast with these settings runs already. */
  readonly running: boolean;
  /** The running source of this program, which has findings of its own. */
  readonly source?: Source;
}

/** The most important first. Never rejects: a check that fails is a finding, too. */
export async function examine(
  settings: StartSettings,
  tools: Tools,
  examination: Examination,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { running, source } = examination;
  const given = diagnoseTools(settings, tools, examination);
  const findings = await Promise.all([
    ...sourceParts.map((part) =>
      findingsOf(part.name, () =>
        part.diagnose?.(settings, given(settings.source.includes(part.name)), signal),
      ),
    ),
    ...[enrichPart, ...sinkParts].map((part) =>
      findingsOf(part.name, () => part.diagnose?.(settings, given(true), signal)),
    ),
    findingsOf('source', () => source?.findings?.()),
    findingsOf('server', () => diagnoseServer(settings, { running })),
    findingsOf('metrics', () => diagnoseMetrics(settings, running)),
    findingsOf('obs', () => diagnoseObs(settings, tools, signal)),
    findingsOf('computer', () => examineComputer(settings, tools)),
  ]);
  return inOrder(findings.flat());
}

/** What a part gets for its diagnosis, by whether the user has chosen that part. */
export function diagnoseTools(
  settings: StartSettings,
  tools: Tools,
  { listenMs, running }: Pick<Examination, 'listenMs' | 'running'>,
): (chosen: boolean) => DiagnoseTools {
  const licensed = licenseState(settings, tools.clock.now()).problem === undefined;
  return (chosen) => ({ ...tools, log: debugOnly(tools.log), chosen, running, listenMs, licensed });
}

/** What one check finds. Never rejects: that it failed is a finding. */
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

function unexamined(name: string, error: unknown): Finding {
  return {
    area: 'program',
    severity: 'warning',
    finding: `${name} could not be examined: ${messageOf(error)}`,
    means: 'it is unknown whether it works',
    todo: 'please report it with what "deckcast doctor --bundle" writes',
  };
}

/** Log lines of the parts during the examination, which are not the program's own. */
function debugOnly({ debug }: Logger): Logger {
  return { debug, info: debug, warn: debug, error: debug };
}
