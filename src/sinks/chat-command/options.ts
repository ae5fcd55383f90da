import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { durationUpTo, text } from '../../settings/kinds.ts';
import { pageOptions } from '../../settings/shared.ts';
import { chatOptions } from '../chat-options.ts';

/** Placeholder for the address of the tracklist page. */
export const ADDRESS = '$ADDRESS$';
const LONGEST_COOLDOWN_MS = 60 * 60_000;

const commandOptions = defineOptions('Sinks', {
  'chat.command': {
    kind: text,
    default: '',
    help: 'what viewers write in a Twitch chat to get the track, such as !track',
    live: 'while set',
  },
  'chat.last_command': {
    kind: text,
    default: '!last',
    help: 'what they write to get the previous track',
    live: true,
  },
  'chat.tracklist_command': {
    kind: text,
    default: '!tracklist',
    help: 'what they write to get the address of the page for everybody (--page.address)',
    live: true,
  },
  'chat.played_command': {
    kind: text,
    default: '!played',
    help: 'what they write, followed by words of its names, to get a track that was played in this set',
    live: true,
  },
  'page.address': pageOptions['page.address'],
  'chat.answer': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'what the answer in the chat says',
    live: true,
  },
  'chat.last_answer': {
    kind: text,
    default: '',
    help: 'what the answer about the previous track says; empty: the same as for the track on air',
    live: true,
  },
  'chat.played_answer': {
    kind: text,
    default: '',
    help: 'what the answer about a track that was played says; empty: the same as for the track on air',
    live: true,
  },
  'chat.tracklist_answer': {
    kind: text,
    default: ADDRESS,
    help: `what the answer about the tracklist says; ${ADDRESS} is the address of its page`,
    live: true,
  },
  'chat.cooldown': {
    kind: durationUpTo(LONGEST_COOLDOWN_MS),
    // Twitch drops a text that was sent within this time before.
    default: 30_000,
    help: 'cooldown between answers',
    live: true,
  },
});

export const commandSinkOptions = { ...chatOptions, ...commandOptions };
export type CommandSettings = SettingsOf<typeof commandSinkOptions>;
