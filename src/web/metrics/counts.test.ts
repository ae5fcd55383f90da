import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { publication } from '../../../test/support/publication.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { createCounts } from './index.ts';
import { metricsOptions } from './options.ts';

test('a track that is shown after the clock was set back took no time, and not less', () => {
  const clock = fakeClock();
  const settings = settingsOf(metricsOptions, { 'metrics.addr': { host: '127.0.0.1', port: 0 } });
  const { latency, shown } = createCounts(settings, clock);
  shown(publication({ at: clock.now() + 60_000 }));
  expect(latency.samples).toContainEqual({ suffix: '_sum', value: 0 });
});
