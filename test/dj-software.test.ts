/** Programs of several makes beside each other: whichever plays names the track. */
import { expect, test } from 'vitest';
import { cleanUps } from './support/clean-up.ts';
import { DJ_SOFTWARE } from './support/dj-software.ts';
import { freePort } from './support/free-port.ts';
import { startProgram } from './support/program.ts';

const later = cleanUps();

test('Traktor, VirtualDJ and a program that broadcasts are watched at once', async () => {
  const traktor = await DJ_SOFTWARE.traktor(later);
  const virtualDj = await DJ_SOFTWARE.virtualdj(later);
  const broadcaster = await DJ_SOFTWARE.icecast(later);
  const program = await startProgram([
    'start',
    '--source=traktor,virtualdj,icecast',
    `--http.addr=127.0.0.1:${await freePort()}`,
    ...[traktor, virtualDj, broadcaster].flatMap(({ options }) => options),
  ]);
  later(() => program.stop());
  for (const ready of ['waiting for Traktor', 'VirtualDJ found', 'waiting for broadcasts']) {
    await program.waitForLine(ready);
  }
  await traktor.begin?.();
  // The last one listed comes first: it has to wait as soon as another one plays.
  await broadcaster.bring(0, { artist: 'Ünder', title: 'One' });
  expect(await program.waitForLine('position=1')).toContain('title=One');
  await virtualDj.bring(0, { artist: '坂本龍一', title: 'Two' });
  expect(await program.waitForLine('position=2')).toContain('title=Two deck=1');
  await traktor.bring(0, { artist: 'Ada', title: 'Three' });
  expect(await program.waitForLine('position=3')).toContain('title=Three deck=A');
});
