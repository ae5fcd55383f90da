/** Failures as text: what happened, where, what to do; alike on a terminal and in a log. */

import { isExpected, messageOf, type Problem, UsageError } from '../core/errors.ts';
import { printable, printableLines } from '../core/printable.ts';
import type { Logger } from '../core/tools.ts';
import { counted } from '../core/units.ts';
import type { Log, LogSettings } from '../host/log/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const DONE = 0;
const FAILED = 1;
const USAGE = 2;

/** Collects all problems of command line and configuration, and warnings. */
export function settingsError(
  problems: readonly Problem[],
  warnings: readonly Problem[] = [],
  remedy = '',
): UsageError | undefined {
  if (problems.length === 0) {
    return undefined;
  }
  const also = warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}`;
  return new UsageError(
    [...problems, ...warnings.map(({ where, what }) => ({ where, what: `${what} (warning)` }))],
    `${counted(problems.length, 'problem')} with the settings${also}`,
    remedy,
  );
}

export function reportFailure(
  program: string,
  error: unknown,
  log: Log,
  settings: Pick<LogSettings, 'log.file' | 'log.format'>,
  env: Environment,
): number {
  if (settings['log.file'] === '' && settings['log.format'] === 'text') {
    log.print(failureText(program, error, env));
  } else {
    logFailure(log, error);
  }
  return exitStatusOf(error);
}

export function exitStatusOf(error: unknown): number {
  return error instanceof UsageError ? USAGE : FAILED;
}

/**
 * Single problems are a line, several a table. `env` shows whether npm started the program, which needs two hyphens
 * before flags.
 */
export function failureText(program: string, error: unknown, env: Environment): string {
  if (error instanceof UsageError) {
    const table = error.problems.length === 1 ? '' : problemTable(error.problems);
    const remedy = error.remedy === '' ? '' : `${printable(error.remedy)}\n`;
    return `${program}: ${printable(error.message)}\n${table}${remedy}`;
  }
  if (!isExpected(error)) {
    return `${program}: ${FAULT}; ${REPORT}\n${printableLines(stackOf(error))}\n`;
  }
  const message = messageOf(error);
  return `${program}: ${printable(message)}${npmHint(message, env.npm_lifecycle_event)}\n`;
}

/** Logs a line per problem, for files and programs. */
function logFailure(log: Logger, error: unknown): void {
  if (error instanceof UsageError) {
    for (const { where, what } of error.problems) {
      log.error('usage error', { where, what });
    }
  } else if (isExpected(error)) {
    log.error('the command failed', { reason: messageOf(error) });
  } else {
    log.error(FAULT, { hint: REPORT, error: stackOf(error) });
  }
}

const FAULT = 'internal error';
const REPORT = 'please report it with what "deckcast version" prints';

function stackOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? String(error);
}

function problemTable(problems: readonly Problem[]): string {
  const rows = problems.map(({ where, what }) => [printable(where), printable(String(what))] as const);
  const width = Math.max(0, ...rows.map(([where]) => where.length)) + 3;
  return rows.map(([where, what]) => `  ${where.padEnd(width)}${what}\n`).join('');
}

/** How to pass the message's first flag through an npm script. */
function npmHint(message: string, script: string | undefined): string {
  const flag = /(?<![\w-])--[a-z][\w.-]*(=\S*[^\s,;])?/.exec(message)?.[0];
  if (flag === undefined || script === undefined || script === '') {
    return '';
  }
  return ` (npm ${script === 'start' ? 'start' : `run ${script}`} -- ${flag})`;
}
