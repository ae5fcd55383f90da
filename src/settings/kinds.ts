/** A new kind is one export in one of these files. */
export { choices, folders, list, phrases } from './kinds/list.ts';
export { map, type SettingsMap } from './kinds/map.ts';
export { momentFrom, momentUntil } from './kinds/moment.ts';
export {
  type Address,
  address,
  addresses,
  addressOrAuto,
  addressOrNone,
  hostOrNone,
  links,
  oscAddress,
  oscPattern,
  pageAddress,
  serviceAddress,
  socketUrl,
  url,
} from './kinds/network.ts';
export { duration, durationUpTo, flag, port, signedDuration, uint } from './kinds/number.ts';
export { type Pattern, regex } from './kinds/regex.ts';
export {
  choice,
  commandLine,
  directory,
  existingDirectory,
  existingFile,
  expandHome,
  fileOrFolderToRead,
  filePath,
  fileToRead,
  hexColor,
  pictureFile,
  secret,
  template,
  templateWith,
  text,
  textEncoding,
} from './kinds/text.ts';
