/** Tries a sink out: a test record goes through the real one, and what the other side answers is reported. */

import type { Sink, SinkTools } from '../../core/contracts.ts';
import { messageOf, RunError } from '../../core/errors.ts';
import { type Finding, firstProblem } from '../../core/finding.ts';
import { problemOf } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { Clock, Fetch } from '../../core/tools.ts';
import { pause, untilAborted, within } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';
import { sinkParts } from '../../sinks/index.ts';
import { diagnoseTools, findingsAbout } from '../doctor/index.ts';
import type { StartSettings } from '../options.ts';
import { testRecord } from './test-record.ts';

const TIME_LIMIT_MS = 15_000;
/** Milliseconds for which a `state` sink shows the test. */
export const SHOWN_MS = 5_000;

/** The tests that outputs show at this moment. Each ends after a while, and when the program stops. */
export class ShownTests implements Service {
  readonly name = 'tests of outputs';
  readonly #stop = new AbortController();
  readonly #shown = new Set<Promise<void>>();

  /** `end` never rejects. */
  endLater(end: () => Promise<void>, clock: Clock): void {
    const ended = pause(clock, SHOWN_MS, this.#stop.signal)
      .then(end)
      .finally(() => this.#shown.delete(ended));
    this.#shown.add(ended);
  }

  async run(signal: AbortSignal): Promise<void> {
    await untilAborted(signal);
    this.#stop.abort();
    await Promise.all(this.#shown);
  }
}

export interface SinkTest {
  readonly settings: StartSettings;
  readonly tools: SinkTools;
  /** Lets the running sink show once more what it showed; false when nothing was on air yet. */
  readonly repeat: (sink: string) => boolean;
  readonly tests: ShownTests;
}

/** Resolves with the outcome, rejects with an error, both for people. */
export async function testSink(name: string, { settings, tools, repeat, tests }: SinkTest): Promise<Text> {
  const part = sinkParts.find((one) => one.name === name && Object.keys(one.options).length > 0);
  if (part === undefined) {
    throw new RunError(say('set-up.no-sink', { name }));
  }
  const answers: string[] = [];
  const sink = await part.create(settings, { ...tools, fetch: noting(tools.fetch, answers) });
  if (sink === undefined) {
    throw new RunError(say('set-up.not-switched-save-needs-first'));
  }
  if (sink.kind === 'record') {
    // A test record would stay in the record of the set.
    const given = diagnoseTools(settings, tools, { running: true, listenMs: 0 })(true);
    return whatIsFound(await findingsAbout(part, settings, given, AbortSignal.timeout(TIME_LIMIT_MS)));
  }
  const at = tools.clock.now();
  await deliver(sink, tools, at).catch(async (error: unknown) => {
    await sink.close?.();
    throw error;
  });
  if (sink.kind === 'state') {
    tests.endLater(() => end(name, sink, tools, at, repeat), tools.clock);
  } else {
    await sink.close?.();
  }
  const answer = answers.at(-1);
  return answer === undefined
    ? say('set-up.delivered-look-other-side-shows-test')
    : say('set-up.delivered-other-side-answered', { answer });
}

/** `at`: when the test began. */
function deliver(sink: Sink, { clock }: SinkTools, at: number, hidden = false): Promise<void> {
  const late = () =>
    new RunError(say('set-up.other-side-did-not-answer-within', { seconds: TIME_LIMIT_MS / 1_000 }));
  return within({ clock, ms: TIME_LIMIT_MS, late }, async (signal) => {
    await sink.publish(testRecord(at, hidden), signal);
  });
}

/**
 * Ends what the test shows: with what is on air by then, or with nothing. The sink does no more by itself. Where earlier
 * tracks are listed, the test must not become one of them.
 */
async function end(
  name: string,
  sink: Sink,
  tools: SinkTools,
  at: number,
  repeat: SinkTest['repeat'],
): Promise<void> {
  const clear = () =>
    deliver(sink, tools, at, true).catch((error: unknown) =>
      tools.log.warn('a test could not be cleared', { reason: messageOf(error) }),
    );
  if (sink.earlier !== undefined) {
    await clear();
    repeat(name);
  } else if (!repeat(name)) {
    await clear();
  }
  await sink.close?.();
}

function whatIsFound(findings: readonly Finding[]): Text {
  const wrong = firstProblem(findings);
  if (wrong !== undefined) {
    throw new RunError(problemOf(wrong) ?? wrong.finding);
  }
  return say('set-up.can-written-test-record-would-stay');
}

/** Notes the status of each answer. */
function noting(fetch: Fetch, answers: string[]): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    answers.push(`${response.status} ${response.statusText}`.trim());
    return response;
  };
}
