import type { SourcePart } from '../../core/contracts.ts';
import { userHome } from '../user-home.ts';
import { textFileOptions } from './options.ts';

/** A text file that DJ software writes; its format is recognized, not configured. */
export const softa: SourcePart<typeof textFileOptions> = {
  name: 'softa',
  options: textFileOptions,
  card: {
    title: 'djay, DJUCED, VirtualDJ, or any text file',
    about: 'A text file in which your DJ software writes what it plays.',
    settings: {
      group: 'DJ software',
      common: {
        'softa.filename': 'Text file of the DJ software',
      },
      rest: {
        'softa.encoding': 'Encoding of the text file',
      },
    },
    steps: () => [
      { text: 'Switch the file on in the settings of your DJ software, if it does not write one by itself' },
      { text: 'Name the file', set: ['softa.filename'] },
      { text: 'Only if names have wrong letters: name the encoding of the file', set: ['softa.encoding'] },
      { text: 'Play the next track: what was in the file before is not shown' },
    ],
  },
  check: (settings) =>
    settings['softa.filename'] === ''
      ? [{ where: '--softa.filename', what: 'name the file that your DJ software writes' }]
      : [],
  async diagnose(settings, { chosen, disk }) {
    const { filesThere, textFileFinding } = await import('./examine.ts');
    return chosen ? [await textFileFinding(settings, disk)] : filesThere(userHome(), disk);
  },
  async create(settings, tools) {
    const { TextFileSource } = await import('./source.ts');
    return new TextFileSource(settings, tools);
  },
};
