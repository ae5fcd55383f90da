/** What the terminal warns of is named on the pages, by the doctor and in health, in the same words. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeServer, listen } from '../src/core/listening.ts';
import type { HealthMessage } from '../src/web/wire/health.ts';
import type { SettingsMessage } from '../src/web/wire/settings.ts';
import { afterTest } from './support/clean-up.ts';
import { httpPeer } from './support/http-peer.ts';
import { pageCalls } from './support/local-page.ts';
import { startProgram } from './support/program.ts';
import { showAt } from './support/show.ts';

const BASE = 'source: http\nhttp.addr: 127.0.0.1:0\nsession.filename: ""\n';

async function startWith(settings: string, files: Readonly<Record<string, string>> = {}) {
  const program = await startProgram(['start', '--conf=conf.yaml'], {
    files: { ...files, 'conf.yaml': BASE + settings },
  });
  afterTest(() => program.stop());
  const show = await showAt(await program.waitForLine('overlay ready'), program);
  const call = await pageCalls(show.url);
  return {
    program,
    url: show.url,
    folder: program.folder,
    change: (changed: string) => writeFile(join(program.folder, 'conf.yaml'), BASE + changed),
    troubles: async () =>
      ((await call('GET', 'health')) as HealthMessage).troubles?.map(
        ({ title, problem }) => `${title}: ${problem}`,
      ) ?? [],
    checkUp: async () => JSON.stringify(await call('GET', 'doctor')),
    settingProblems: async () =>
      ((await call('GET', 'settings')) as SettingsMessage).problems.map(
        ({ where, what }) => `${where}: ${what}`,
      ),
  };
}

test('a setting that does not exist is in trouble until the file is mended', async () => {
  const started = await startWith('webhok:\n  url: http://127.0.0.1:1/\n');
  const problem = /conf\.yaml:\d: webhok\.url: unknown option; did you mean webhook\.url\?/;
  expect(await started.program.waitForLine('configuration warning')).toContain('did you mean webhook.url?');
  expect(await started.troubles()).toEqual([
    expect.stringMatching(new RegExp(`^Settings: .*${problem.source}`)),
  ]);
  expect(await started.settingProblems()).toEqual([expect.stringMatching(problem)]);
  expect(await started.checkUp()).toMatch(problem);
  const conf = `--conf=${join(started.folder, 'conf.yaml')}`;
  const doctor = await startProgram(['doctor', conf, `--url=${started.url}`]);
  afterTest(() => doctor.stop());
  expect(await doctor.ended).toMatchObject({ status: 0 });
  expect(doctor.stdout.match(new RegExp(problem, 'g'))).toHaveLength(1);

  await started.change('chatt.token: x\n');
  await expect.poll(started.troubles).toEqual([expect.stringContaining('did you mean chat.token?')]);
  await started.change('');
  await expect.poll(started.troubles).toEqual([]);
  expect(await started.settingProblems()).toEqual([]);
  expect(await started.checkUp()).not.toContain('chatt');
});

test('a file behind another one is noted without an alarm', async () => {
  const started = await startProgram(
    ['start', '--source=http', '--http.addr=127.0.0.1:0', '--session.filename='],
    { files: { 'conf.yaml': BASE, 'conf.json': '{}' } },
  );
  afterTest(() => started.stop());
  const show = await showAt(await started.waitForLine('overlay ready'), started);
  const call = await pageCalls(show.url);
  expect(await call('GET', 'health')).not.toHaveProperty('troubles');
  expect(JSON.stringify(await call('GET', 'doctor'))).toMatch(
    /conf\.yaml: not read, because \S+conf\.json comes first/,
  );
});

test('a look that receives no tracks is in trouble until its page is mended', async () => {
  const started = await startWith('theme.dir: mine\n');
  const page = join(started.folder, 'mine', 'index.html');
  await mkdir(join(started.folder, 'mine'));
  await writeFile(page, '<p>hello</p><script src="https://cdn.example/x.js"></script>');
  const problem = `your own look has a problem: ${page}: nothing here receives tracks: add <script`;
  await expect.poll(started.troubles).toEqual([expect.stringContaining(`Look: ${problem}`)]);
  expect(await started.checkUp()).toContain(problem);
  expect(await started.checkUp()).toContain('loads https://cdn.example/x.js from elsewhere');

  await writeFile(page, '<script type="module" src="/sdk/v1.js"></script>');
  await expect.poll(started.troubles).toEqual([]);
  expect(await started.checkUp()).not.toContain('your own look');
});

test('a logo that is not a picture is in trouble', async () => {
  const started = await startWith('theme:\n  files: brand\n  options:\n    logo: mark.png\n', {
    'fake.png': 'no picture',
  });
  const folder = join(started.folder, 'brand');
  const logo = join(folder, 'mark.png');
  await mkdir(folder);
  const inUse = `Look: the look in use cannot show its logo ${logo}: `;
  await expect.poll(started.troubles).toEqual([expect.stringContaining(`${inUse}there is no such file`)]);
  await writeFile(logo, 'no picture');
  await expect.poll(started.troubles).toEqual([expect.stringContaining(`${inUse}this is not a PNG`)]);
  expect(await started.checkUp()).toContain(`cannot show its logo ${logo}: this is not a PNG`);
  await started.program.waitForLine('a look lacks its logo');
  await writeFile(logo, PNG);
  await expect.poll(started.troubles).toEqual([]);

  // Of a saved look.
  await started.change('theme:\n  looks:\n    Friday: slider?logo=other.png\n');
  await expect.poll(started.troubles).toEqual([expect.stringContaining('your look “Friday” cannot show')]);
});

test('a logo of the tracklist page that is missing does not stop the start, and is shown when it is there', async () => {
  const started = await startWith('page.logo: stick/mark.png\n');
  const logo = join(started.folder, 'stick', 'mark.png');
  const inUse = `Tracklist page: the tracklist page cannot show its logo ${logo}: `;
  await expect.poll(started.troubles).toEqual([expect.stringContaining(`${inUse}there is no such file`)]);
  const page = async (): Promise<string> => (await fetch(`${started.url}/page/`)).text();
  expect(await page()).not.toContain('logo.png');
  await mkdir(join(started.folder, 'stick'));
  await writeFile(logo, 'no picture');
  await expect.poll(started.troubles).toEqual([expect.stringContaining(`${inUse}this is not a PNG`)]);
  const checked = await started.checkUp();
  expect(checked).toContain(`cannot show its logo ${logo}: this is not a PNG`);
  expect(checked).not.toContain('connect its disk');
  await writeFile(logo, PNG);
  await expect.poll(started.troubles).toEqual([]);
  expect(await page()).toContain('logo.png');
});

test('a web server that refuses the tracklist page is listed once in the check-up', async () => {
  const { url } = await httpPeer(() => ({ status: 403 }));
  const page = new URL('/tonight/', url).href;
  const started = await startWith(`page.url: ${page}\n`);
  const track = JSON.stringify({ artist: 'Ada', title: 'Blue' });
  expect(await fetch(`${started.url}/api/v1/track`, { method: 'POST', body: track })).toMatchObject({
    ok: true,
  });
  await started.program.waitForLine('cannot write the page');
  const checked = (await started.checkUp()).match(/answered 403/g);
  expect(checked).toHaveLength(1);
});

test('a taken port for metrics does not stop the start, and is opened when it is free', async () => {
  const other = createServer();
  const port = await listen(other, { host: '127.0.0.1', port: 0 });
  afterTest(() => closeServer(other));
  const started = await startWith(`metrics.addr: 127.0.0.1:${port}\n`);
  await expect
    .poll(started.troubles)
    .toEqual([
      expect.stringMatching(
        `^Port for Prometheus: port ${port} is in use by .*\\(process ${process.pid}\\): close`,
      ),
    ]);
  expect(await started.checkUp()).toContain('your monitoring gets no numbers');
  await closeServer(other);
  await expect.poll(started.troubles).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
});

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
