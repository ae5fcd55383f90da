import { createTwitch, type TwitchChat } from '../../clients/chat/twitch.ts';
import { TwitchAccount, type TwitchChannel } from '../../clients/twitch/account.ts';
import { type ChatMessage, readChat } from '../../clients/twitch/chat-reader.ts';
import { AirTimes } from '../../core/air-times.ts';
import type { Sink, SinkTools, Taken } from '../../core/contracts/sink.ts';
import { messageOf, textOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { folded } from '../../core/folded.ts';
import { REFUSED_PAUSE_MS, refused, refusedNext } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import { fillTemplate } from '../../core/template.ts';
import { cleanText, shortened } from '../../core/text.ts';
import type { Publication, SetEntry } from '../../core/track.ts';
import { backoffMs, pause, untilAborted } from '../../core/waiting.ts';
import { namesToTell } from '../../sets/formats/index.ts';
import { accountKey, isOnTwitch } from '../chat-options.ts';
import { ADDRESS, type CommandSettings } from './options.ts';

const BACKOFF = { firstMs: 1_000, longestMs: 60_000 };

type Command = 'track' | 'last' | 'tracklist' | 'played';

const COMMANDS = {
  track: { word: 'chat.command', answer: 'chat.answer' },
  last: { word: 'chat.last_command', answer: 'chat.last_answer' },
  tracklist: { word: 'chat.tracklist_command', answer: 'chat.tracklist_answer' },
  played: { word: 'chat.played_command', answer: 'chat.played_answer' },
} as const satisfies Record<
  Command,
  { readonly word: keyof CommandSettings; readonly answer: keyof CommandSettings }
>;
const COMMAND_NAMES = Object.keys(COMMANDS) as readonly Command[];

interface Answer {
  readonly command: Command;
  readonly position: number | undefined;
  readonly text: string;
}

/** Answers, one at a time, with the track that viewers hear then. */
export class ChatAnswers implements Sink {
  /** Every publication in order: answers look back. */
  readonly kind = 'record';
  readonly #settings: CommandSettings;
  readonly #open: () => Promise<TwitchChannel>;
  readonly #tools: SinkTools;
  #chat: TwitchChat | undefined;
  readonly #air = new AirTimes();
  readonly #stop = new AbortController();
  /** Next permitted answer, monotonic ms. */
  readonly #restUntil = new Map<Command, number>();
  #answering: { readonly position: number | undefined; readonly abort: AbortController } | undefined;
  #reading: Promise<void> | undefined;
  #hasBegun = false;
  #answered = 0;
  #lastAnswerAt: number | undefined;
  #problem: Finding | undefined;
  /** Ends the wait for the next attempt to read. */
  #wait = new AbortController();
  #account = '';
  /** Leaves the channel, for that of the current settings. */
  #left = new AbortController();

  constructor(settings: CommandSettings, open: () => Promise<TwitchChannel>, tools: SinkTools) {
    this.#settings = settings;
    this.#open = open;
    this.#tools = tools;
  }

  prepare(): void {
    this.#reading = this.#readAll();
  }

  publish(publication: Publication): void {
    this.#addEarlierSetOnce(publication);
    this.#air.record(publication, this.#tools.clock.monotonic());
    this.#withdraw(publication);
  }

  offAir(): void {
    this.#air.end(this.#tools.clock.monotonic());
  }

  earlier(publication: Publication): undefined {
    this.#addEarlierSetOnce(publication);
    this.#air.change(publication);
    this.#withdraw(publication);
  }

  /** Deferred to the first call: the earlier run's set is known by that time, and its changes come later. */
  #addEarlierSetOnce(publication: Publication): void {
    if (!this.#hasBegun) {
      const { clock, earlierSet } = this.#tools;
      this.#hasBegun = true;
      this.#air.addEarlier(earlierSet(publication)?.entries ?? [], {
        wall: clock.now(),
        monotonic: clock.monotonic(),
      });
    }
  }

  /** Answers that chat took. */
  taken(): Taken {
    return {
      delivered: this.#answered,
      queued: 0,
      ...(this.#lastAnswerAt !== undefined && { lastSuccessAt: this.#lastAnswerAt }),
    };
  }

  findings(): readonly Finding[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  settingsChanged(): void {
    this.#wait.abort();
    if (accountKey(this.#settings) !== this.#account) {
      this.#left.abort();
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  /** Cancels an answer that names a track hidden now. */
  #withdraw({ hidden, removed, position }: Publication): void {
    if ((hidden || removed) && this.#answering?.position === position) {
      this.#answering.abort.abort();
    }
  }

  async #readAll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#account = accountKey(this.#settings);
      this.#left = new AbortController();
      this.#problem = undefined;
      const signal = AbortSignal.any([this.#stop.signal, this.#left.signal]);
      if (isOnTwitch(this.#settings)) {
        const channel = await this.#open();
        this.#chat = createTwitch(channel, this.#tools);
        await this.#readChannel(channel, signal);
      } else {
        await untilAborted(signal);
      }
    }
  }

  async #readChannel(channel: TwitchChannel, signal: AbortSignal): Promise<void> {
    const { clock, log, userAgent } = this.#tools;
    const account = new TwitchAccount(channel, this.#tools);
    let failures = 0;
    const onReading = (): void => {
      failures = 0;
      this.#problem = undefined;
      log.info('answering viewers in chat', { command: readLive(this.#settings, 'chat.command') });
    };
    const reader = {
      account,
      url: channel.url,
      userAgent,
      clock,
      onReading,
      onMessage: (message: ChatMessage) => this.#onMessage(message),
    };
    while (!signal.aborted) {
      try {
        // Before Twitch is asked, which may be unreachable as well.
        await channel.tokens.current(signal);
        await readChat(reader, signal);
      } catch (error) {
        if (!signal.aborted) {
          failures += 1;
          await this.#pause(channel, this.#waitAfter(error, failures), isRefusal(error));
        }
      }
    }
  }

  /** Ends early when settings change or, after a refusal, the sign-in. */
  async #pause({ tokens }: TwitchChannel, ms: number, isRefused: boolean): Promise<void> {
    const wait = new AbortController();
    this.#wait = wait;
    const ends = AbortSignal.any([this.#stop.signal, this.#left.signal, wait.signal]);
    if (isRefused) {
      void tokens.changed(ends).then(() => wait.abort());
    }
    await pause(this.#tools.clock, ms, ends);
    wait.abort();
  }

  #waitAfter(error: unknown, failures: number): number {
    const { log } = this.#tools;
    const reason = messageOf(error);
    if (isRefusal(error)) {
      this.#problem = notAnswering(error, 'fault');
      log.error('cannot answer viewers in chat', { reason, next: refusedNext() });
      return REFUSED_PAUSE_MS;
    }
    // A connection may break once a day.
    if (failures >= 2) {
      this.#problem = notAnswering(error, 'warning');
    }
    if (failures === 2) {
      log.warn('cannot answer viewers in chat', { reason, next: 'try again' });
    }
    return backoffMs(failures, BACKOFF);
  }

  /** Undefined for other texts, and without a track to name. */
  answerTo(message: string): Answer | undefined {
    const command = this.#commandIn(message);
    if (command === 'tracklist') {
      const address = readLive(this.#settings, 'page.address');
      const text = this.#fitting(this.#format(command).replaceAll(ADDRESS, () => address));
      return address === '' || text === '' ? undefined : { command, position: undefined, text };
    }
    const time = this.#tools.clock.monotonic() - readLive(this.#settings, 'chat.delay');
    const entry =
      command === 'played'
        ? this.#played(wordsOf(message).slice(1), time)
        : command && this.#air.at(time, command === 'last' ? 1 : 0);
    if (command === undefined || entry === undefined) {
      return undefined;
    }
    const text = this.#fitting(fillTemplate(this.#format(command), entry, namesToTell(entry)));
    return text === '' ? undefined : { command, position: entry.position, text };
  }

  #onMessage({ id, text }: ChatMessage): void {
    const answer = this.#answering === undefined ? this.answerTo(text) : undefined;
    const now = this.#tools.clock.monotonic();
    if (answer !== undefined && now >= (this.#restUntil.get(answer.command) ?? 0)) {
      this.#restUntil.set(answer.command, now + readLive(this.#settings, 'chat.cooldown'));
      void this.#reply(answer, id);
    }
  }

  /** Only the first word counts: `!track please`. */
  #commandIn(text: string): Command | undefined {
    const [first = ''] = wordsOf(text);
    const found = COMMAND_NAMES.find(
      (name) => folded(readLive(this.#settings, COMMANDS[name].word)) === first,
    );
    return first === '' ? undefined : found;
  }

  /** Newest track whose names contain all words. Hidden tracks have no names here. */
  #played(words: readonly string[], time: number): SetEntry | undefined {
    return words.length === 0
      ? undefined
      : this.#air.find(time, ({ hidden, track }) => {
          const names = folded(`${track.artist} ${track.title}`);
          return !hidden && words.every((word) => names.includes(word));
        });
  }

  #format(command: Command): string {
    return readLive(this.#settings, COMMANDS[command].answer) || readLive(this.#settings, 'chat.answer');
  }

  /** Chat commands begin with these characters. */
  #fitting(text: string): string {
    return shortened(cleanText(text).replace(/^[/.\s]+/, ''), (this.#chat?.maxLength ?? 0) / 2);
  }

  async #reply({ command, position, text }: Answer, to: string): Promise<void> {
    const { clock, log } = this.#tools;
    const abort = new AbortController();
    this.#answering = { position, abort };
    const signal = AbortSignal.any([this.#stop.signal, this.#left.signal, abort.signal]);
    try {
      await this.#chat?.reply({ text, to }, signal);
      this.#answered += 1;
      this.#lastAnswerAt = clock.now();
    } catch (error) {
      if (!signal.aborted) {
        log.warn('sending a chat answer failed', { reason: messageOf(error) });
      }
      const rest = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0;
      this.#restUntil.set(command, Math.max(this.#restUntil.get(command) ?? 0, clock.monotonic() + rest));
    } finally {
      this.#answering = undefined;
    }
  }
}

function wordsOf(text: string): readonly string[] {
  return folded(text).split(' ').filter(Boolean);
}

function notAnswering(error: unknown, severity: 'fault' | 'warning'): Finding {
  const reason = textOf(error);
  const isRefused = severity === 'fault';
  return {
    area: 'services',
    severity,
    finding: say('chat-command.cannot-read-chat', { reason: isRefused ? refused(reason) : reason }),
    means: say('chat-command.viewers-who-ask-chat-get-no'),
    todo: isRefused ? '' : say('page.correct-names-check-network-tried-again'),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'stop';
}
