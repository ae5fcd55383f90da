/** Numbers for a monitoring system, in the text form of Prometheus. No channel and no track is in them. */

type Labels = Readonly<Record<string, string | number>>;

const HELP = {
  deckcast_live_requests_total: 'Requests by route and status.',
  deckcast_live_broadcasts_total: 'Tracks by what became of them.',
} as const;

export class Metrics {
  readonly #counts = new Map<keyof typeof HELP, Map<string, number>>();

  count(name: keyof typeof HELP, labels: Labels): void {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const series = this.#counts.get(name) ?? new Map<string, number>();
    const key = `{${pairs.join(',')}}`;
    series.set(key, (series.get(key) ?? 0) + 1);
    this.#counts.set(name, series);
  }

  /** `pending`: channels that have something to forward; undefined when nobody can tell. */
  text(pending: number | undefined): string {
    const lines: string[] = [];
    for (const [name, series] of this.#counts) {
      lines.push(`# HELP ${name} ${HELP[name]}`, `# TYPE ${name} counter`);
      lines.push(...[...series].map(([labels, count]) => `${name}${labels} ${count}`));
    }
    if (pending !== undefined) {
      lines.push(
        '# HELP deckcast_live_pending Channels with a track that waits to be broadcast.',
        '# TYPE deckcast_live_pending gauge',
        `deckcast_live_pending ${pending}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}
