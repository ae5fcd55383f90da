import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { startProgram } from './support/program.ts';
import { showAt } from './support/show.ts';

const PAGE = '<script type="module" src="/sdk/v1.js"></script>mine';
const CONFIGURATION = `source: http
http.addr: 127.0.0.1:0
session.filename: ""
theme:
  dir: stick/mine
  internal: slider
  files: stick/brand
`;

test('a look on a disk that is connected later does not stop the start, and is then used', async () => {
  const program = await startProgram(['start', '--conf=conf.yaml'], {
    files: { 'conf.yaml': CONFIGURATION },
  });
  afterTest(() => program.stop());
  const show = await showAt(await program.waitForLine('overlay ready'), program);
  const text = async (path: string): Promise<string> => (await fetch(show.url + path)).text();
  const problem = async (): Promise<string> => Object(JSON.parse(await text('/api/v1/health'))).problem ?? '';
  const findings = () => text('/api/v1/doctor');
  const folder = join(program.folder, 'stick');

  expect(await text('/')).toBe(await text('/overlay/slider/'));
  await program.waitForLine('the theme has a problem');
  expect(await problem()).toContain(join(folder, 'mine'));
  expect(await findings()).toContain(join(folder, 'mine'));
  expect(await findings()).toContain(join(folder, 'brand'));

  // Another trouble hides none.
  await writeFile(join(program.folder, 'conf.yaml'), `${CONFIGURATION}delay: [\n`);
  await program.waitForLine('keeping the current ones');
  expect(JSON.parse(await text('/api/v1/health'))).toMatchObject({
    troubles: [
      { title: 'Settings', setting: '' },
      { title: 'Look', setting: 'theme.dir' },
    ],
  });

  // Other settings can still be changed.
  await writeFile(join(program.folder, 'conf.yaml'), CONFIGURATION.replace('slider', 'text'));
  await program.waitForLine(/settings reloaded.* changed=theme\.internal$/);
  expect(await text('/')).toBe(await text('/overlay/text/'));

  await mkdir(join(program.folder, 'other', 'mine'), { recursive: true });
  await mkdir(join(program.folder, 'other', 'brand'));
  await writeFile(join(program.folder, 'other', 'mine', 'index.html'), PAGE);
  await rename(join(program.folder, 'other'), folder);
  await program.waitForLine('the theme is back');
  expect(await text('/')).toBe(PAGE);
  expect(await problem()).toBe('');
  expect(await findings()).not.toContain(folder);
});

test.each([
  ['missing', 'there is no folder "missing"'],
  ['conf.yaml', '"conf.yaml" is not a folder'],
])('config check names a look in %s, which is no folder', async (dir, problem) => {
  const files = { 'conf.yaml': `theme.dir: ${dir}\n` };
  const program = await startProgram(['config', 'check', '--conf=conf.yaml'], { files });
  afterTest(() => program.stop());
  expect(await program.ended).toMatchObject({ status: 2 });
  expect(program.stderr).toContain(problem);
});

test('obs setup goes on without the look, which start shows later', async () => {
  const program = await startProgram(['obs', 'setup', '--export=scene.json', '--conf=conf.yaml'], {
    files: { 'conf.yaml': CONFIGURATION },
  });
  afterTest(() => program.stop());
  expect(await program.ended).toMatchObject({ status: 0 });
  expect(program.stderr).toMatch(/theme\.dir.*there is no folder/);
});
