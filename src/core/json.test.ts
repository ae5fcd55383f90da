import * as v from 'valibot';
import { expect, test } from 'vitest';
import { JsonError, readJson } from './json.ts';

test.each(['{"token": hunter2}', '{"token": "hunter2" hunter2}', 'hunter2', '{"token": "hunter2'])(
  'readJson repeats nothing of %j, which is not JSON',
  (text) => {
    try {
      readJson(text, v.unknown());
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsonError);
      expect(JSON.stringify([String(error), Object(error).problems])).not.toContain('hunter2');
    }
  },
);
