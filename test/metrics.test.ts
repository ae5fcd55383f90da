/** Metrics, judged by Prometheus' own tool (Debian: prometheus). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { httpPeer } from './support/http-peer.ts';
import { tool } from './support/judge.ts';
import { FORGETS_A_PROMISE } from './support/program.ts';
import { startShow } from './support/show.ts';

/** Values by series: `deckcast_clients{feed="ws"}`. */
function seriesOf(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('metrics of a show are valid, complete and without track names', async () => {
  const hook = await httpPeer(() => ({ status: 500 }));
  const show = await startShow([
    '--metrics.addr=127.0.0.1:0',
    '--hide.regex.title=Unreleased',
    '--history.filename=set.txt',
    `--webhook.url=${hook.url}`,
  ]);
  afterTest(() => show.program.stop());
  const [, url = ''] = /url="?([^" ]+)/.exec(await show.program.waitForLine('metrics ready')) ?? [];
  const read = async (): Promise<string> => (await fetch(url)).text();

  await show.post('track', { artist: 'Velvet Basement', title: 'Unreleased Dub' });
  await show.post('track', { artist: 'Marble Ghost', title: 'Night Errand' });
  await show.program.waitForLine(/track featured.*Night Errand/);
  await expect
    .poll(async () => seriesOf(await read())['deckcast_sink_failures_total{sink="webhook"}'])
    .toBeGreaterThan(0);
  // Wait for the deliveries: hiding during an attempt would change the counts.
  await show.post('hide');
  await show.quiet();

  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const judged = spawnSync(tool('promtool'), ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect({ status: judged.status, said: judged.stdout + judged.stderr }).toEqual({ status: 0, said: '' });
  expect(text).not.toMatch(/Velvet|Unreleased|Marble|Night Errand/);

  const numbers = seriesOf(text);
  expect(numbers).toMatchObject({
    'deckcast_publications_total{kind="track"}': 2,
    'deckcast_publications_total{kind="hide"}': 1,
    deckcast_latency_seconds_count: 2,
    'deckcast_latency_seconds_bucket{le="+Inf"}': 2,
    'deckcast_sink_delivered_total{sink="history"}': 3,
    'deckcast_sink_up{sink="history"}': 1,
    'deckcast_sink_up{sink="webhook"}': 0,
    'deckcast_source_up{source="http"}': 1,
    'deckcast_clients{feed="ws"}': 1,
  });
  expect(numbers.process_resident_memory_bytes).toBeGreaterThan(1_000_000);
  expect(numbers.nodejs_eventloop_lag_max_seconds).toBeGreaterThanOrEqual(0);
  // Two scrapes at once: the second has no interval to measure.
  expect((await Promise.all([read(), read()])).join('')).not.toMatch(/ -/);

  const elsewhere = await Promise.all([
    fetch(new URL('/', url)),
    fetch(url, { method: 'POST' }),
    fetch(`${show.url}/metrics`),
  ]);
  expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('an uncaught error is logged and counted, and the show continues', async () => {
  const show = await startShow(['--metrics.addr=127.0.0.1:0', '--session.filename='], {
    env: FORGETS_A_PROMISE,
  });
  afterTest(() => show.program.stop());
  const [, url = ''] = /url="?([^" ]+)/.exec(await show.program.waitForLine('metrics ready')) ?? [];
  show.program.signal('SIGUSR2');
  expect(await show.program.waitForLine('internal error')).toContain('a promise that a library forgot');
  expect(seriesOf(await (await fetch(url)).text())).toMatchObject({ deckcast_faults_total: 1 });
  await show.post('track', { artist: 'Marble Ghost', title: 'Night Errand' });
  await show.program.waitForLine(/track featured.*Night Errand/);
});

test('the dashboard of the guide queries only existing metrics', async () => {
  const dashboard = readFileSync(join(ROOT, 'docs/guide/grafana-dashboard.json'), 'utf8');
  const queries = [...dashboard.matchAll(/"expr": ("(?:\\.|[^"\\])*")/g)].map(([, expr = '']) =>
    JSON.parse(expr),
  );
  const families = readFileSync(join(ROOT, 'src/web/metrics/families.ts'), 'utf8');
  const named = queries.flatMap((query: string) => query.match(/\b(?:deckcast|process|nodejs)_\w+/g) ?? []);
  const missing = named.filter((name) => !families.includes(`'${name.replace(/_(bucket|sum|count)$/, '')}'`));
  expect(queries.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
  // `promtool` reads queries only as rules.
  const rules = queries.map((expr: string, at) => ({
    record: `query:${at}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const path = join(await testFolder(), 'rules.json');
  await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const judged = spawnSync(tool('promtool'), ['check', 'rules', path], { encoding: 'utf8' });
  expect(judged.status, judged.stdout + judged.stderr).toBe(0);
});
