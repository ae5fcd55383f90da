import { type ChaosEvidence, type ChaosSnapshot, FILES, type SaidThing } from '../evidence.ts';
import type { ServiceName } from '../script.ts';
import type { PublishedEntry } from './published.ts';
import { type ChaosTimes, overlaps } from './times.ts';
import { type NewSet, type SeenPublication, tokenIn } from './words.ts';

const REFUSED_MS = 15 * 60_000;
const MESSAGE_MS: Readonly<Record<ServiceName, number>> = { chat: 3 * 60_000, webhook: 60_000 };
const RETRY_MS = 25_000;
/** Longest delivery under way at the end or the hide. */
const SENDING_MS = 3_000;

export function checkSinks(
  evidence: ChaosEvidence,
  entries: readonly PublishedEntry[],
  { seen, newSets }: { readonly seen: readonly SeenPublication[]; readonly newSets: readonly NewSet[] },
  times: ChaosTimes,
): string[] {
  return [
    ...checkMessages('chat', evidence.accepted.chat, entries, seen, times),
    ...checkMessages('webhook', evidence.accepted.webhook, entries, seen, times),
    ...evidence.snapshots.flatMap((snapshot) => checkState(snapshot, seen, newSets, times)),
    ...checkHealth(evidence.snapshots.at(-1)),
    ...evidence.said
      .filter(({ where }) => where === 'crash')
      .map(({ at, text }) => `${at}: it crashed: ${text}`),
    ...evidence.said
      .filter(({ where, text }) => where === 'log' && text.includes('internal error'))
      .map(({ at, text }) => `${at}: ${text}`),
  ];
}

function checkMessages(
  service: ServiceName,
  accepted: readonly SaidThing[],
  entries: readonly PublishedEntry[],
  seen: readonly SeenPublication[],
  times: ChaosTimes,
): string[] {
  // A stopped process may have missed an answer.
  const troubles = [...times.serviceTroubles(service), ...times.blind];
  const problems: string[] = [];
  for (const run of times.runs) {
    const visible = entries.filter((entry) => entry.run === run && entry.visibleAt !== undefined);
    // A track of an earlier set that is played on in a new one may be announced again.
    const isAgain = ({ play, set }: PublishedEntry, place: number): boolean =>
      visible.slice(0, place).some((entry) => entry.play === play && entry.set !== set);
    const own = visible.filter((entry, place) => !isAgain(entry, place));
    const repeated = visible.filter(isAgain).map(tokenOf);
    const next = times.runs[run.number]?.from ?? Number.POSITIVE_INFINITY;
    const announced = accepted
      .filter(({ at }) => at >= run.from && at < next)
      .map(({ at, text }) => ({ at, token: tokenIn(text) }));
    let last = -1;
    for (const { at, token } of announced) {
      const index = own.findIndex(
        (entry, place) => place > last && (entry.visibleAt ?? at) <= at && tokenOf(entry) === token,
      );
      if (index >= 0) {
        last = index;
      } else {
        if (repeated.includes(token)) {
          continue;
        }
        const again = own.some((entry) => tokenOf(entry) === token);
        const mayRepeat =
          service === 'webhook' &&
          troubles.some((trouble) =>
            overlaps({ from: trouble.from, to: trouble.to + MESSAGE_MS[service] }, { from: at, to: at }),
          );
        if (!(again && mayRepeat)) {
          problems.push(
            `${at}: the ${service} gets ${token} ${again ? 'again, or too late' : 'for no reason'}`,
          );
        }
      }
    }
    for (const entry of own) {
      const since = entry.visibleAt ?? entry.at;
      const span = { from: since - REFUSED_MS - MESSAGE_MS[service], to: since + MESSAGE_MS[service] };
      const wasHiddenSoon = seen.some(
        ({ at, reason }) => reason === 'hidden' && at >= since && at < since + SENDING_MS,
      );
      const isOwed =
        !troubles.some((trouble) => overlaps(trouble, span)) &&
        !times.blind.some((blind) => overlaps(blind, { from: since, to: since + SENDING_MS })) &&
        run.to > since + SENDING_MS &&
        !wasHiddenSoon;
      if (
        isOwed &&
        !announced.some(({ at, token }) => token === tokenOf(entry) && at >= since && at < since + SENDING_MS)
      ) {
        problems.push(`${since}: the ${service} does not get ${tokenOf(entry)}`);
      }
    }
  }
  return problems;
}

function tokenOf({ tokens }: PublishedEntry): string | undefined {
  return tokens.find((token) => token !== undefined);
}

function checkState(
  snapshot: ChaosSnapshot,
  seen: readonly SeenPublication[],
  newSets: readonly NewSet[],
  times: ChaosTimes,
): string[] {
  const run = times.runs.filter(({ from }) => from <= snapshot.at).at(-1);
  const last = seen.filter(({ at }) => at <= snapshot.at && at >= (run?.from ?? 0)).at(-1);
  if (last === undefined) {
    return [];
  }
  const problems: string[] = [];
  // The operator presses after a snapshot of the same moment.
  const begun = newSets.filter(({ at, accepted }) => accepted && at < snapshot.at).length;
  const token = begun > (last.set ?? 0) ? undefined : last.token;
  const expect = (where: string, text: string): void => {
    if (tokenIn(text) !== token) {
      problems.push(`${snapshot.at}: ${where} shows ${tokenIn(text)}, on air is ${token}`);
    }
  };
  expect('/api/v1/now', snapshot.answers.get('/api/v1/now') ?? '');
  const isWell = !times.diskTroubles.some((trouble) =>
    overlaps(
      { from: trouble.from, to: trouble.to + RETRY_MS },
      { from: snapshot.at - 1_000, to: snapshot.at },
    ),
  );
  if (isWell && last.at < snapshot.at - 1_000) {
    const picture = snapshot.files.get(FILES.art) ?? '';
    expect(FILES.featured, snapshot.files.get(FILES.featured) ?? '');
    if (!picture.endsWith('IEND\ufffdB`\ufffd')) {
      problems.push(`${snapshot.at}: ${FILES.art} is not a whole picture`);
    }
    if (tokenIn(picture) !== undefined) {
      expect(FILES.art, picture);
    }
  }
  return problems;
}

function checkHealth(snapshot: ChaosSnapshot | undefined): string[] {
  const text = (snapshot?.answers.get('/api/v1/health') ?? '').replace(/^200 /, '');
  const { sinks } = JSON.parse(text) as { sinks: { name: string; queued: number; stopped: boolean }[] };
  return sinks
    .filter(({ queued, stopped }) => queued > 0 || stopped)
    .map(
      ({ name, queued, stopped }) =>
        `at the end ${queued} wait for ${name}${stopped ? ', which has stopped' : ''}`,
    );
}
