import type { SourcePart } from '../../core/contracts.ts';
import { defineOptions } from '../../core/option.ts';
import { fileToRead } from '../../settings/kinds.ts';
import { userHome } from '../user-home.ts';

const options = defineOptions('Source and discovery', {
  'softa.filename': {
    kind: fileToRead,
    default: '',
    help: 'text file in which DJ software (djay, VirtualDJ, DJUCED and others) writes what it plays',
  },
});

/** A text file that DJ software writes; its format is recognized, not configured. */
export const softa: SourcePart<typeof options> = {
  name: 'softa',
  options,
  card: {
    title: 'djay, DJUCED, VirtualDJ, or any text file',
    about: 'A text file in which your DJ software writes what it plays.',
    settings: {
      group: 'DJ software',
      common: {
        'softa.filename': 'Text file of the DJ software',
      },
    },
    steps: () => [
      { text: 'Switch the file on in the settings of your DJ software, if it does not write one by itself' },
      { text: 'Name the file', set: ['softa.filename'] },
      { text: 'Play the next track: what was in the file before is not shown' },
    ],
  },
  check: (settings) =>
    settings['softa.filename'] === ''
      ? [{ where: '--softa.filename', what: 'name the file that your DJ software writes' }]
      : [],
  async diagnose(settings, { chosen, disk }) {
    const { filesThere, textFileFinding } = await import('./examine.ts');
    return chosen ? [await textFileFinding(settings['softa.filename'], disk)] : filesThere(userHome(), disk);
  },
  async create(settings, tools) {
    const { TextFileSource } = await import('./source.ts');
    return new TextFileSource(settings['softa.filename'], tools);
  },
};
