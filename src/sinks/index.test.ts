import { expect, test } from 'vitest';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { startOptions } from '../operator/options.ts';
import { sinkParts } from './index.ts';
import { websocketSink } from './websocket.ts';

test('only overlays and the session store are on by default', async () => {
  const on = async (file: string): Promise<readonly string[]> => {
    const settings = settingsOf(startOptions, { 'session.filename': file });
    const sinks = await Promise.all(sinkParts.map((part) => part.create(settings, sinkTools())));
    return sinkParts.map(({ name }) => name).filter((_, index) => sinks[index] !== undefined);
  };
  expect(await on('/sessions.db')).toEqual(['websocket', 'session']);
  expect(await on('')).toEqual(['websocket']);
});

test('the WebSocket sink sends every publication to the browsers', async () => {
  const sink = await makeSink(websocketSink, {});
  const publications = [publication(), hiddenPublication({ kind: 'hide' })];
  for (const each of publications) {
    await sink.publish(each);
  }
  expect(sink.shown).toEqual(publications);
});
