import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { userHome } from '../shared/user-home.ts';
import { textFileOptions } from './options.ts';

export const softa: SourcePart<typeof textFileOptions> = {
  name: 'softa',
  isMixed: true,
  options: textFileOptions,
  card: {
    title: 'djay, DJUCED, VirtualDJ, or any text file',
    about: say('softa.text-file-your-dj-software-writes'),
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
      { text: say('softa.switch-file-settings-your-dj-software-2') },
      { text: say('history.name-file'), set: ['softa.filename'] },
      { text: say('softa.only-if-names-wrong-letters-name'), set: ['softa.encoding'] },
      { text: say('softa.play-next-track-file-before-not') },
    ],
  },
  check: (settings) =>
    settings['softa.filename'] === ''
      ? [{ where: '--softa.filename', what: say('softa.name-file-your-dj-software-writes') }]
      : [],
  async diagnose(settings, { chosen, disk }) {
    const { suggestFiles, textFileFinding } = await import('./examine.ts');
    return chosen ? [await textFileFinding(settings, disk)] : suggestFiles(userHome(), disk);
  },
  async create(settings, tools) {
    const { TextFileSource } = await import('./source.ts');
    return new TextFileSource(settings, tools);
  },
};
