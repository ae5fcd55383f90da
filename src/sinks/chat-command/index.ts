import type { SinkPart } from '../../core/contracts/sink.ts';
import { say } from '../../core/message.ts';
import { readLive, type SettingsOf } from '../../core/option.ts';
import { isOnTwitch, twitchChannel, USUAL_COMMAND } from '../chat-options.ts';
import {
  impliedByTwitch,
  signInSteps,
  twitchAuthorization,
  withoutPosting,
} from '../twitch-authorization.ts';
import { commandSinkOptions } from './options.ts';

export const chatCommandSink: SinkPart<typeof commandSinkOptions> = {
  name: 'chat-command',
  options: commandSinkOptions,
  card: {
    title: 'Answers in a Twitch chat',
    about: say('chat-command.viewers-who-write-track-your-twitch'),
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
    implied: impliedByTwitch,
    steps: (settings) => [
      ...signInSteps(settings, say('chat-command.sign-account-answer-your-own-bot')),
      { text: say('chat-command.bot-name-your-own-channel'), set: ['chat.channel'] },
      { text: say('chat-command.choose-word-viewers-write'), set: ['chat.command'] },
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
      return [{ where: '--chat.command', what: say('chat-command.command-one-word-such-track') }];
    }
    return isOnTwitch(settings)
      ? []
      : [{ where: '--chat.command', what: say('chat-command.needs-chat-service-twitch') }];
  },
  async diagnose(settings, tools, signal) {
    if (!isAnswering(settings)) {
      return [];
    }
    const { twitchFindings } = await import('../twitch-examine.ts');
    const needed = {
      rights: ['read', 'write'],
      without: say('chat-command.viewers-who-ask-chat-get-no'),
    } as const;
    return twitchFindings(needed, settings, tools, signal);
  },
  async create(settings, tools) {
    if (!isAnswering(settings)) {
      return undefined;
    }
    const { ChatAnswers } = await import('./answers.ts');
    return new ChatAnswers(settings, () => twitchChannel(settings, tools), tools);
  },
};

function isAnswering(settings: SettingsOf<typeof commandSinkOptions>): boolean {
  return readLive(settings, 'chat.command') !== '' && isOnTwitch(settings);
}
