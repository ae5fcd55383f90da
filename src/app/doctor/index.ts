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
import { diagnoseMetrics } from '../metrics/diagnose.ts';
import type { StartSettings } from '../options.ts';
import { examineComputer } from './computer.ts';
import { diagnoseObs } from './obs.ts';

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
  { listenMs, running, source }: Examination,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const licensed = licenseState(settings, tools.clock.now()).problem === undefined;
  const given = (chosen: boolean): DiagnoseTools => ({
    ...tools,
    log: debugOnly(tools.log),
    chosen,
    running,
    listenMs,
    licensed,
  });
  const checks: { readonly name: string; run(): Promise<readonly Finding[]> | undefined }[] = [
    ...sourceParts.map((part) => ({
      name: part.name,
      run: () => part.diagnose?.(settings, given(settings.source.includes(part.name)), signal),
    })),
    ...[enrichPart, ...sinkParts].map((part) => ({
      name: part.name,
      run: () => part.diagnose?.(settings, given(true), signal),
    })),
    { name: 'source', run: () => source?.findings?.() },
    { name: 'server', run: () => diagnoseServer(settings, { running }) },
    { name: 'metrics', run: () => diagnoseMetrics(settings, running) },
    { name: 'obs', run: () => diagnoseObs(settings, tools, signal) },
    { name: 'computer', run: () => examineComputer(settings, tools) },
  ];
  const findings = await Promise.all(
    checks.map(async ({ name, run }) => {
      try {
        return (await run()) ?? [];
      } catch (error) {
        return [unexamined(name, error)];
      }
    }),
  );
  return inOrder(findings.flat());
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
