import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { fileOrFolderToRead, textEncoding } from '../../settings/kinds.ts';

export const textFileOptions = defineOptions('Source and discovery', {
  'softa.filename': {
    kind: fileOrFolderToRead,
    default: '',
    help: "text file into which DJ software (djay, VirtualDJ, DJUCED and others) writes its track, or VirtualDJ's folder of daily playlists",
  },
  'softa.encoding': {
    kind: textEncoding,
    default: 'auto',
    help: 'encoding of that file, such as windows-1251, shift_jis or gbk; auto tells UTF-8, UTF-16 and windows-1252 apart',
  },
});

export type TextFileSettings = SettingsOf<typeof textFileOptions>;
