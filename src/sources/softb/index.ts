import type { SourcePart } from '../../core/contracts.ts';
import { defineOptions } from '../../core/option.ts';
import { userHome } from '../user-home.ts';
import { historyLocations } from './locations.ts';

const options = defineOptions({});

/** DJ software with a play history of its own (Serato DJ, Mixxx), found without any flag. Experimental. */
export const softb: SourcePart<typeof options> = {
  name: 'softb',
  options,
  card: {
    title: 'Serato DJ or Mixxx',
    about: 'Their play history on this computer, found automatically. Experimental.',
    steps: () => [
      { text: 'Start Serato DJ or Mixxx on this computer, as the same user' },
      { text: 'Play a track until the software counts it as played' },
    ],
  },
  async diagnose(_settings, tools) {
    const { examineSoftware } = await import('./examine.ts');
    return examineSoftware(historyLocations(userHome()), tools);
  },
  async create(_settings, tools) {
    const [{ DjSoftwareSource }, { openRecord }] = await Promise.all([
      import('./source.ts'),
      import('./open.ts'),
    ]);
    return new DjSoftwareSource({ ...tools, places: historyLocations(userHome()), open: openRecord });
  },
};
