import { homedir } from 'node:os';
import type { Part, Source } from '../../core/contracts.ts';
import { defineOptions } from '../../core/option.ts';

const options = defineOptions({});

/** DJ software that keeps a record of what it plays (Serato DJ, Mixxx), found without any flag. Experimental. */
export const softb: Part<typeof options, Source> = {
  name: 'softb',
  options,
  async create(_settings, tools) {
    const [{ historyLocations }, { DjSoftwareSource }, { openRecord }] = await Promise.all([
      import('./locations.ts'),
      import('./source.ts'),
      import('./open.ts'),
    ]);
    const home = { platform: process.platform, directory: homedir(), env: process.env };
    return new DjSoftwareSource({ ...tools, places: historyLocations(home), open: openRecord });
  },
};
