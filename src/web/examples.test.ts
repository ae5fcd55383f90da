/** The examples in `web/wire/` are what integrators read: the server says exactly that much, and the guide the same. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUps } from '../../test/support/clean-up.ts';
import { deckView, keptControl } from '../../test/support/control.ts';
import { ROOT } from '../../test/support/files.ts';
import { openSocket } from '../../test/support/pages.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { startServer, WELL } from '../../test/support/server.ts';
import { EXAMPLES } from '../../test/support/wire-examples.ts';

const later = cleanUps();
const ART = { png: new Uint8Array([137, 80, 78, 71]) };

/** The value with every text and number replaced by its type, so that two messages can be compared by their shape. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shapeOf);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  }
  return value === null ? null : typeof value;
}

test('the server says what the examples say', async () => {
  const health = () => EXAMPLES.health;
  const control = keptControl();
  control.isFeatured = false;
  const { server, url, socketUrl, stop } = await startServer(
    { 'theme.options': { accent: '#58e0b5' } },
    { ...WELL, health, control },
  );
  later(stop);
  const json = async (path: string) => (await fetch(`${url}${path}`)).json();

  const early = await fetch(`${url}api/v1/hide`, { method: 'POST' });
  expect(await early.json()).toEqual(EXAMPLES.refused);
  server.audience.show(hiddenPublication({ seq: 1, position: 1 }));
  expect(shapeOf(await json('api/v1/history'))).toEqual(shapeOf(EXAMPLES.history));
  server.audience.show(publication({ seq: 2, position: 2, art: ART }));
  expect(shapeOf(await json('api/v1/now'))).toEqual(shapeOf(EXAMPLES.now));
  expect(shapeOf(await json('api/v1/health'))).toEqual(shapeOf(EXAMPLES.health));

  control.deckViews = [deckView()];
  expect(shapeOf(await json('api/v1/decks'))).toEqual(shapeOf(EXAMPLES.decks));

  const records = await openSocket(socketUrl('/ws'));
  later(() => records.socket.terminate());
  expect(shapeOf((await records.first(1))[0])).toEqual(shapeOf(EXAMPLES.record));

  const events = await openSocket(socketUrl('/api/v1/events'));
  later(() => events.socket.terminate());
  server.audience.show(publication({ kind: 'correction', seq: 3, position: 2, art: ART }));
  const answer = await fetch(`${url}api/v1/recall`, { method: 'POST' });
  expect(await answer.json()).toEqual(EXAMPLES.verb);
  server.audience.show(hiddenPublication({ kind: 'hide', seq: 4, position: 2 }));
  expect((await events.first(4)).map(shapeOf)).toEqual(
    [EXAMPLES.events.snapshot, EXAMPLES.events.track, EXAMPLES.events.recall, EXAMPLES.events.hidden].map(
      shapeOf,
    ),
  );
});

test('the guide shows the examples', async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/read-what-is-on-air.md'), 'utf8');
  const shown = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
  expect(shown).toEqual([
    EXAMPLES.record,
    EXAMPLES.now,
    EXAMPLES.events.snapshot,
    EXAMPLES.events.track,
    EXAMPLES.events.hidden,
    EXAMPLES.decks,
    EXAMPLES.health,
    EXAMPLES.verb,
    EXAMPLES.refused,
  ]);
});
