/** Real broadcasting programs: each named track is announced once, in order. */
import { expect, onTestFinished, test } from 'vitest';
import { splitArtistTitle } from '../src/core/artist-title.ts';
import { Secret } from '../src/core/option.ts';
import { icecastOptions } from '../src/sources/icecast/options.ts';
import { IcecastSource } from '../src/sources/icecast/source.ts';
import { type BroadcastTags, isNamed, manyTags, PASSWORD, PROGRAMS } from './support/broadcast-programs.ts';
import { fakeClock } from './support/clock.ts';
import { testFolder } from './support/folder.ts';
import { amount, FULL_LENGTH } from './support/full-length.ts';
import { keptLog } from './support/log.ts';
import { settingsOf } from './support/settings.ts';
import { portOf, runSource } from './support/source.ts';
import { waitFor } from './support/wait.ts';

const TRACKS = manyTags(amount({ short: 6, full: 50 }));

function announcedAs({ artist, title }: BroadcastTags): string {
  const names = artist === '' ? splitArtistTitle(title) : { artist, title };
  return `${names.artist} - ${names.title}`;
}

test.each(PROGRAMS)(
  '$name',
  { timeout: FULL_LENGTH ? 600_000 : 120_000 },
  async ({ play, needsBothNames }) => {
    const tracks = TRACKS.filter(({ artist, title }) => !needsBothNames || (artist !== '' && title !== ''));
    const settings = settingsOf(icecastOptions, {
      'icecast.addr': { host: '127.0.0.1', port: 0 },
      'icecast.password': new Secret(PASSWORD),
    });
    const log = keptLog();
    const clock = fakeClock();
    const source = new IcecastSource(settings, { clock, log });
    const running = runSource(source);
    onTestFinished(() => running.stop());
    const port = await waitFor('the port', () => portOf(source));
    await play(tracks, port, await testFolder(), running.announces);
    const named = tracks.filter(isNamed);
    await running.announces(named.length);
    expect(running.announced).toEqual(named.map(announcedAs));
    // Programs may take as long to send their password.
    await clock.advance(5_000);
    expect(log.at('warn')).toEqual([]);
    expect(source.health().problem).toBeUndefined();
  },
);
