import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { durationUpTo, template, templateWith, text } from '../../settings/kinds.ts';
import { pageOptions } from '../../settings/shared.ts';
import { chatOptions } from '../chat-options.ts';

export const ADDRESS = '$ADDRESS$';
const LONGEST_COOLDOWN_MS = 60 * 60_000;

const commandOptions = defineOptions('Sinks', {
  'chat.command': {
    kind: text,
    default: '',
    help: 'chat command for the current track on Twitch, such as !track',
    live: 'while set',
  },
  'chat.last_command': {
    kind: text,
    default: '!last',
    help: 'chat command for the previous track',
    live: true,
  },
  'chat.tracklist_command': {
    kind: text,
    default: '!tracklist',
    help: 'chat command for the address of the tracklist page; no answer while --page.address is empty',
    live: true,
  },
  'chat.played_command': {
    kind: text,
    default: '!played',
    help: 'chat command that finds a played track of this set by words of its names',
    live: true,
  },
  'page.address': pageOptions['page.address'],
  'chat.answer': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'text of the answer in the chat; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: true,
  },
  'chat.last_answer': {
    kind: template,
    default: '',
    help: 'text of the answer about the previous track; empty: as for the current track',
    live: true,
  },
  'chat.played_answer': {
    kind: template,
    default: '',
    help: 'text of the answer about a played track; empty: as for the current track',
    live: true,
  },
  'chat.tracklist_answer': {
    kind: templateWith([ADDRESS]),
    default: ADDRESS,
    help: `what the answer about the tracklist says; ${ADDRESS} is the address of its page`,
    live: true,
  },
  'chat.cooldown': {
    kind: durationUpTo(LONGEST_COOLDOWN_MS),
    // Twitch drops repetitions within this time.
    default: 30_000,
    help: 'cooldown between answers',
    live: true,
  },
});

export const commandSinkOptions = { ...chatOptions, ...commandOptions };
export type CommandSettings = SettingsOf<typeof commandSinkOptions>;
