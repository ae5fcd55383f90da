import { RunError } from '../core/errors.ts';
import { type Finding, inOrder, okFinding, stopsASet } from '../core/finding.ts';
import { say, type TextId } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import { buildInfo } from '../host/package/build-info.ts';
import { checkStart, startOptions } from '../operator/options.ts';
import { ignoredFindings } from '../operator/settings/ignored.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { duration, filePath, flag } from '../settings/kinds.ts';
import { pathToCreate } from '../settings/places.ts';
import { WIRE_VERSION } from '../web/wire/events.ts';
import {
  downloadReport,
  programOptions,
  readFindings,
  runningSource,
  runningVersion,
} from './running-program.ts';

const OWN_OPTIONS = {
  ...programOptions,
  ...defineOptions('Command flags', {
    'doctor.duration': {
      kind: duration,
      default: 10_000,
      help: 'how long to listen for devices; ends sooner once all have answered',
    },
    json: { kind: flag, default: false, help: 'print the findings as JSON' },
    report: {
      kind: filePath,
      default: '',
      example: 'report.zip',
      help: 'write a .zip for a bug report: findings, log, and the messages of players in the last five minutes, without secrets and names',
    },
  }),
};

const doctorOptions = { ...startOptions, ...OWN_OPTIONS };

type Context = CommandContext<typeof doctorOptions>;

export const doctor: Command<typeof doctorOptions> = {
  details:
    'Checks everything that a set with these settings needs: networks, ports, the firewall, devices (it listens for ' +
    'some seconds), databases of DJ software, files and folders, free space, and whether services take your ' +
    'credentials. Nothing is published. The most important finding comes first; each says what it means for the set ' +
    'and what to do. Exit status: 1 when something would stop a set.\n\n' +
    'While deckcast runs, the doctor asks it for its own findings and does not disturb it. If it was started with ' +
    '--http.token, this command needs the same token.',
  options: doctorOptions,
  configuration: 'all',
  explainsProblems: true,
  waitsForFolders: true,
  check: checkStart,
  run: examineAll,
};

async function examineAll(context: Context): Promise<void> {
  const { settings, print, tools, signal } = context;
  const { findings, report } = await examineRunningOrHere(context);
  if (signal.aborted) {
    // An interrupted check reports faults that are none.
    return;
  }
  if (settings.report !== '') {
    const { writing } = await import('../sinks/files.ts');
    await writing(settings.report, tools.disk.replace(settings.report, await report()));
  }
  const { findingsText, summaryOf } = await import('../operator/doctor/text.ts');
  const summary = summaryOf(findings);
  if (settings.json) {
    print(`${JSON.stringify({ v: WIRE_VERSION, findings }, undefined, 2)}\n`);
  } else {
    print(`${findingsText(findings)}\n${summary}\n`);
    if (settings.report !== '') {
      print(`wrote ${settings.report}: look through it before you send it, and say what you expected\n`);
    }
  }
  if (stopsASet(findings)) {
    throw new RunError(`problems found: ${summary}`);
  }
}

/** Problems of the configuration come first: with them, deckcast does not start. */
function withConfiguration(
  { resolution }: Context,
  means: TextId,
  examined: readonly Finding[],
): readonly Finding[] {
  const problems = resolution.problems.map(
    ({ where, what }): Finding => ({
      area: 'files',
      severity: 'fault',
      finding: say('core.about', { about: where, text: what }),
      means: say(means),
      todo: say('commands.correct-and-check'),
    }),
  );
  const ignored = ignoredFindings(resolution);
  const known = new Set([...problems, ...ignored].map(({ finding }) => String(finding)));
  const others = examined.filter(({ finding }) => !known.has(String(finding)));
  return [...inOrder(problems), ...inOrder([...ignored, ...others])];
}

interface Answer {
  readonly findings: readonly Finding[];
  readonly report: () => Promise<Uint8Array>;
}

async function examineRunningOrHere(context: Context): Promise<Answer> {
  const version = await runningVersion(context);
  if (version === undefined) {
    return examineHere(context);
  }
  try {
    const findings = [...(await readFindings(context)), await aboutRunning(context, version)];
    return {
      findings: withConfiguration(context, 'commands.next-start-refuses-running', findings),
      report: () => downloadReport(context),
    };
  } catch (error) {
    if (!(error instanceof RunError)) {
      throw error;
    }
    return examineHere(context, {
      area: 'program',
      severity: 'warning',
      finding: say('commands.deckcast-running-but-does-not-answer', { version, reason: error.message }),
      means: say('commands.devices-not-listened-so-not-disturb'),
      todo:
        version === buildInfo.version
          ? say('commands.use-same-http-token-open-operators')
          : say('commands.start-again-set-goes'),
    });
  }
}

/** Flags of this command do not change a running deckcast. */
async function aboutRunning(context: Context, version: string): Promise<Finding> {
  const source = await runningSource(context);
  const runs = say('commands.deckcast-running-these-own-findings', { version, source });
  const unused = Object.entries(context.resolution.origins).flatMap(([name, { from }]) =>
    from === 'flag' && !(name in OWN_OPTIONS) ? [`--${name}`] : [],
  );
  return unused.length === 0
    ? okFinding('program', runs)
    : {
        area: 'program',
        severity: 'note',
        finding: runs,
        means: say('commands.flags-not-used', { flags: unused.join(', ') }),
        todo: say('commands.end-it-to-use-flags'),
      };
}

/** `refused`: a running deckcast that gives no findings. */
async function examineHere(context: Context, refused?: Finding): Promise<Answer> {
  const { settings, tools, signal, environment } = context;
  const configFile = context.configFile ?? pathToCreate(environment);
  const { examine } = await import('../operator/doctor/index.ts');
  const running = refused !== undefined;
  const listenMs = running ? 0 : settings['doctor.duration'];
  if (settings.source.includes('hwdevice') && !running) {
    tools.log.info('listening for devices', { atMost: `${listenMs / 1_000}s` });
  }
  const examined = await examine(settings, tools, { listenMs, running, configFile }, signal);
  const all = running ? [...examined, refused] : examined;
  const findings = withConfiguration(context, 'commands.next-start-refuses', all);
  return {
    findings,
    async report() {
      const { report, logFileText } = await import('../operator/doctor/report.ts');
      const file = settings['log.file'];
      const log = file === '' ? '' : await logFileText(file, tools.disk);
      return report({ settings, findings, log });
    },
  };
}
