/** Examples that integrators read. */
import { expect, test } from 'vitest';
import description from '../../docs/reference/openapi.json' with { type: 'json' };
import { ApiAnswers } from '../../test/support/api-answers.ts';
import { EXAMPLES } from '../../test/support/wire-examples.ts';

const answers = new ApiAnswers(description as unknown as ConstructorParameters<typeof ApiAnswers>[0]);

test.each<readonly [name: string, example: object]>([
  ['RecordMessage', EXAMPLES.record],
  ['NowMessage', EXAMPLES.now],
  ['HistoryMessage', EXAMPLES.history],
  ['DecksMessage', EXAMPLES.decks],
  ['HealthMessage', EXAMPLES.health],
  ['Done', EXAMPLES.verb],
  ['Refusal', EXAMPLES.refused],
  ...Object.values(EXAMPLES.events).map((event) => ['EventMessage', event] as const),
])('example in the guide is a %s without other fields: %j', (name, example) => {
  expect(answers.allows(['components', 'schemas', name], example)).toBe(true);
});
