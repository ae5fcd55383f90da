/** A page on another computer that leaves the network silently. */
import { test } from 'vitest';
import { bundleScript } from './support/bundle.ts';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';
import { relayTo } from './support/relay.ts';
import { waitFor } from './support/wait.ts';

test('a vanished page is soon not counted any more, although nothing was sent to it', async () => {
  const folder = await testFolder();
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  const within = namespaces.within('stage');
  const program = await startProgram(['start', '--source=http', '--http.addr=:9090', '--session.filename='], {
    within,
  });
  afterTest(() => program.stop());
  await program.waitForLine('overlay ready');
  const relay = await relayTo(9090, within, folder);
  afterTest(() => relay.close());
  const hasPages = (count: number) =>
    waitFor(`${count} pages`, async () => {
      const answer = await fetch(`http://127.0.0.1:${relay.port}/api/v1/health`);
      return Object(await answer.json()).overlays.records === count || undefined;
    });
  const page = await startProgram([`ws://${namespaces.address('stage')}:9090/ws`], {
    within: namespaces.within('booth'),
    script: await bundleScript('support/socket-script.ts', folder),
  });
  afterTest(() => page.stop());
  await hasPages(1);
  namespaces.unplug('booth');
  await hasPages(0);
});
