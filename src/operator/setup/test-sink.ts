/** Sends a test record through a sink and reports the answer. */

import type { Sink, SinkTools } from '../../core/contracts/sink.ts';
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
export const SHOWN_MS = 5_000;

/** Ends each shown test after a while, or with the program. */
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
  readonly repeat: (sink: string) => boolean;
  readonly tests: ShownTests;
}

/** Resolves to the outcome, or rejects with an error, both for users. */
export async function testSink(name: string, { settings, tools, repeat, tests }: SinkTest): Promise<Text> {
  const part = sinkParts.find((one) => one.name === name && Object.keys(one.options).length > 0);
  if (part === undefined) {
    throw new RunError(say('set-up.no-sink', { name }));
  }
  const answers: string[] = [];
  const sink = await part.create(settings, { ...tools, fetch: recordingAnswers(tools.fetch, answers) });
  if (sink === undefined) {
    const lacksSignIn = asksToSignIn(part, settings) && (await isMissing(part, settings, tools));
    throw new RunError(say(lacksSignIn ? 'set-up.sign-in-first' : 'set-up.not-switched-save-needs-first'));
  }
  if (sink.kind === 'record') {
    // A test record would stay in the set's records.
    const given = diagnoseTools(settings, tools, { running: true, listenMs: 0 })(true);
    return outcomeOf(await findingsAbout(part, settings, given, AbortSignal.timeout(TIME_LIMIT_MS)));
  }
  const at = tools.clock.now();
  sink.prepare?.();
  const notTaken = await deliver(sink, tools, at).catch(async (error: unknown) => {
    await sink.close?.();
    throw error;
  });
  if (sink.kind === 'state') {
    tests.endLater(() => end(name, sink, tools, at, repeat), tools.clock);
  } else {
    await sink.close?.();
  }
  if (notTaken !== undefined) {
    return notTaken;
  }
  if (part.card.isUnanswered) {
    return say('set-up.sent-look-other-side-shows-test');
  }
  const answer = answers.at(-1);
  return answer === undefined
    ? say('set-up.delivered-look-other-side-shows-test')
    : say('set-up.delivered-other-side-answered', { answer });
}

/** A step that counts for these settings does. */
function asksToSignIn({ card }: (typeof sinkParts)[number], settings: StartSettings): boolean {
  const values: Readonly<Record<string, unknown>> = settings;
  const reach = { here: '', host: '', callback: '' };
  return card
    .steps(settings, reach)
    .some(({ authorize, when }) => authorize && when?.is.includes(String(values[when.option])) !== false);
}

async function isMissing(
  { authorization }: (typeof sinkParts)[number],
  settings: StartSettings,
  tools: SinkTools,
): Promise<boolean> {
  const given = await authorization?.givenBy(settings, tools).catch(() => undefined);
  return authorization !== undefined && given === undefined;
}

/** Resolves to the reason if the receiver got nothing of it. */
function deliver(sink: Sink, { clock }: SinkTools, at: number, hidden = false): Promise<Text | undefined> {
  const late = () => new RunError(say('deliver.no-answer-within-s', { seconds: TIME_LIMIT_MS / 1_000 }));
  return within(
    { clock, ms: TIME_LIMIT_MS, late },
    async (signal) => (await sink.publish(testRecord(at, hidden), signal)) ?? undefined,
  );
}

/** Shows the current track, or that nothing is on air. */
async function end(
  name: string,
  sink: Sink,
  tools: SinkTools,
  at: number,
  repeat: SinkTest['repeat'],
): Promise<void> {
  const clear = () =>
    deliver(sink, tools, at, true).catch((error: unknown) =>
      tools.log.warn('clearing a test failed', { reason: messageOf(error) }),
    );
  if (sink.listsEarlier) {
    await clear();
    repeat(name);
  } else if (!repeat(name)) {
    await clear();
  }
  await sink.close?.();
}

function outcomeOf(findings: readonly Finding[]): Text {
  const wrong = firstProblem(findings);
  if (wrong !== undefined) {
    throw new RunError(problemOf(wrong) ?? wrong.finding);
  }
  return say('set-up.can-written-test-record-would-stay');
}

function recordingAnswers(fetch: Fetch, answers: string[]): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    answers.push(`${response.status} ${response.statusText}`.trim());
    return response;
  };
}
