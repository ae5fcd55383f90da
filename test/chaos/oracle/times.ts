/** Times in which the program could know anything: running, with a processor and connections. */
import type { ChaosSet } from '../script.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Longest read of the earlier set on a hanging disk, twice. */
const READ_MS = 10_000;

export interface ChaosRun extends Span {
  readonly number: number;
  readonly end: 'kill' | 'stop' | 'over';
}

export interface ChaosTimes {
  readonly runs: readonly ChaosRun[];
  /** In order. */
  readonly blind: readonly Span[];
  readonly diskTroubles: readonly Span[];
  readonly clockSet: readonly number[];
  /** Ms for immediate effects. */
  readonly slackMs: number;
  serviceTroubles(which: 'chat' | 'webhook'): readonly (Span & { readonly how: string })[];
}

export function timesOf({ acts, endsAt, slackMs }: ChaosSet): ChaosTimes {
  const runs: ChaosRun[] = [];
  let from = 0;
  for (const act of acts) {
    if (act.do === 'kill' || act.do === 'stop') {
      runs.push({ number: runs.length + 1, from, to: act.at, end: act.do });
      from = act.at + act.ms;
    }
  }
  runs.push({ number: runs.length + 1, from, to: endsAt, end: 'over' });
  const troubles = acts.flatMap((act) => ('ms' in act ? { ...act, from: act.at, to: act.at + act.ms } : []));
  const diskTroubles = troubles.filter((act) => act.do === 'disk');
  const waitsForDisk = (act: Span & { readonly do: string }): boolean =>
    (act.do === 'kill' || act.do === 'stop') &&
    diskTroubles.some((trouble) => overlaps(trouble, { from: act.to, to: act.to + READ_MS }));
  return {
    runs,
    blind: troubles
      .filter((act) => ['drop', 'kill', 'stop', 'stall'].includes(act.do))
      .map((act) => ({ from: act.from, to: waitsForDisk(act) ? act.to + READ_MS : act.to })),
    diskTroubles,
    slackMs,
    clockSet: acts.filter((act) => act.do === 'clock').map(({ at }) => at),
    serviceTroubles: (which) =>
      troubles.filter((act) => act.do === 'service').filter((act) => act.which === which),
  };
}

export function overlaps(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}

export function without(span: Span, others: readonly Span[]): Span[] {
  let left: Span[] = [span];
  for (const other of others) {
    left = left.flatMap((one) => {
      if (!overlaps(one, other)) {
        return [one];
      }
      const before = { from: one.from, to: other.from };
      const after = { from: other.to, to: one.to };
      return [before, after].filter(({ from, to }) => to > from);
    });
  }
  return left;
}
