/** Prometheus text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string | number>>;

/** Left out without samples. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

export function exposition(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('');
}

function familyText({ name, help, type, samples }: MetricFamily): string {
  // Duplicate labels would make the whole text invalid, and two devices may have the same name.
  const lines = new Map(
    samples.map(({ suffix = '', labels = {}, value }) => [`${name}${suffix}${labelText(labels)}`, value]),
  );
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...lines].map(([series, value]) => `${series} ${valueText(value)}`),
    '',
  ].join('\n');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

function valueText(value: number): string {
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : value < 0 ? '-Inf' : 'NaN';
}

export class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels): void {
    const key = labelText(labels);
    const count = this.#counts.get(key) ?? { labels, value: 0 };
    count.value += 1;
    this.#counts.set(key, count);
  }

  get samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}

export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) {
      this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    }
  }

  get samples(): readonly Sample[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return { suffix: '_bucket', labels: { le: bound }, value: below };
    });
    return [
      ...buckets,
      { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
      { suffix: '_sum', value: this.#sum },
      { suffix: '_count', value: this.#count },
    ];
  }
}
