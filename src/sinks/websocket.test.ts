import { expect, test } from 'vitest';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink } from '../../test/support/sink.ts';
import { websocketSink } from './websocket.ts';

test('the WebSocket sink hands every publication to the browsers', async () => {
  const sink = await makeSink(websocketSink, {});
  const publications = [publication(), hiddenPublication({ kind: 'hide' })];
  for (const each of publications) {
    await sink.publish(each);
  }
  expect(sink.shown).toEqual(publications);
});
