/** Answers viewers of a Twitch stream who ask in its chat which track is on. */

import type { SinkPart } from '../../core/contracts.ts';
import { readLive, type SettingsOf } from '../../core/option.ts';
import { isOnTwitch, twitchChannel } from '../chat-options.ts';
import { signInSteps, twitchAuthorization, withoutPosting } from '../twitch-authorization.ts';
import { commandSinkOptions } from './options.ts';

const USUAL_COMMAND = '!track';

export const chatCommandSink: SinkPart<typeof commandSinkOptions> = {
  name: 'chat-command',
  options: commandSinkOptions,
  card: {
    title: 'Answers in a Twitch chat',
    about: 'Viewers who write !track in your Twitch chat get the track that is on.',
    settings: {
      group: 'Chat and Twitch',
      common: {
        'chat.command': 'Command for the track on air',
      },
      rest: {
        'chat.answer': 'What the answer in chat says',
        'chat.last_command': 'Command for the track before',
        'chat.last_answer': 'Answer about the track before',
        'chat.tracklist_command': 'Command for the tracklist',
        'chat.tracklist_answer': 'Answer about the tracklist',
        'chat.played_command': 'Command for tracks of the set',
        'chat.played_answer': 'Answer about tracks of the set',
        'chat.cooldown': 'Pause between answers in chat',
      },
    },
    steps: (settings) => [
      ...signInSteps(settings, 'Sign in as the account that is to answer: your own, or that of a bot'),
      { text: 'For a bot, name your own channel', set: ['chat.channel'] },
      { text: 'Choose the word that viewers write', set: ['chat.command'] },
    ],
  },
  authorization: twitchAuthorization((settings) => ({
    ...withoutPosting(settings),
    ...(readLive(settings, 'chat.command') === '' ? { 'chat.command': USUAL_COMMAND } : {}),
  })),
  check(settings) {
    const command = readLive(settings, 'chat.command');
    if (command === '') {
      return [];
    }
    if (/\s/.test(command)) {
      return [{ where: '--chat.command', what: 'a command is one word, such as !track' }];
    }
    return isOnTwitch(settings)
      ? []
      : [{ where: '--chat.command', what: 'it needs --chat.service=twitch and --chat.channel' }];
  },
  async diagnose(settings, tools, signal) {
    if (!isAnswering(settings)) {
      return [];
    }
    const { twitchFindings } = await import('../twitch-examine.ts');
    const needed = {
      rights: ['read', 'write'],
      without: 'viewers who ask in the chat get no answer',
    } as const;
    return twitchFindings(needed, settings, tools, signal);
  },
  async create(settings, tools) {
    if (!isAnswering(settings)) {
      return undefined;
    }
    const { ChatAnswers } = await import('./answers.ts');
    return new ChatAnswers(settings, await twitchChannel(settings, tools), tools);
  },
};

function isAnswering(settings: SettingsOf<typeof commandSinkOptions>): boolean {
  return readLive(settings, 'chat.command') !== '' && isOnTwitch(settings);
}
