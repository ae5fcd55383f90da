import { OggTagReader } from '@deckcast/wire-kit/ogg';
import type { Broadcast } from '../../core/contracts/hearing.ts';
import { knows } from '../../core/credentials.ts';
import type { Secret } from '../../core/option.ts';
import { printable } from '../../core/printable.ts';
import { textIn } from '../shared/encodings.ts';
import * as answers from './answers.ts';
import { addHeader, HeadLines, HeadTooLongError, type RequestLine, readRequestLine } from './head.ts';
import { namesIn, type SentNames } from './names.ts';
import { mountOf, pathOf, readUpdate, SHOUTCAST_MOUNT, type Update } from './target.ts';

export interface Broadcaster extends Broadcast {
  readonly station: string;
}

export interface ConversationEvents {
  /** `last`: then close the connection. `fault`: the client's mistake. */
  send(text: string, last?: 'last', fault?: string): void;
  begin(broadcaster: Broadcaster): string | undefined;
  /** `mount`: undefined if not given. */
  names(mount: string | undefined, names: SentNames): void;
  /** Borrowed. */
  audio?(piece: Buffer): void;
}

export const WRONG_PASSWORD = 'it gave a wrong password';
export const NO_PASSWORD = 'it gave no password';
const IN_A_BROWSER = 'it is a page in a browser';

const MAX_NAME_LENGTH = 80;
/** Begins every TLS connection. */
const TLS_HANDSHAKE = 0x16;

export class Conversation {
  readonly #password: Secret;
  readonly #events: ConversationEvents;
  readonly #lines = new HeadLines();
  readonly #headers = new Map<string, string>();
  /** Request line, or `shoutcast` after such a program's password. */
  #opening: RequestLine | 'shoutcast' | undefined;
  #phase: 'head' | 'audio' | 'over' = 'head';
  #broadcaster: Broadcaster | undefined;
  #tags: OggTagReader | undefined;

  /** Empty: accepts any. */
  constructor(password: Secret, events: ConversationEvents) {
    this.#password = password;
    this.#events = events;
  }

  /** Absent until audio may come. */
  get broadcaster(): Broadcaster | undefined {
    return this.#broadcaster;
  }

  push(piece: Buffer): void {
    if (this.#phase === 'head') {
      this.#readHead(piece);
    } else if (this.#phase === 'audio') {
      this.#readAudio(piece);
    }
  }

  #readHead(piece: Buffer): void {
    if (this.#opening === undefined && piece[0] === TLS_HANDSHAKE) {
      this.#end('', 'it speaks TLS: switch TLS or SSL off in its settings');
      return;
    }
    this.#lines.push(piece);
    try {
      while (this.#phase === 'head') {
        const line = this.#lines.next();
        if (line === undefined) {
          return;
        }
        this.#readLine(line);
      }
    } catch (error) {
      if (!(error instanceof HeadTooLongError)) {
        throw error;
      }
      this.#end('', 'what it sends is not a request');
    }
    this.push(this.#lines.takeRest());
  }

  #readLine(line: string): void {
    if (this.#opening === undefined) {
      this.#open(line);
    } else if (line !== '') {
      addHeader(this.#headers, line);
    } else if (this.#opening === 'shoutcast') {
      this.#begin(SHOUTCAST_MOUNT, '');
    } else {
      this.#answer(this.#opening);
    }
  }

  #open(line: string): void {
    this.#opening = readRequestLine(line);
    if (this.#opening !== undefined || line === '') {
      return;
    }
    const given = textOf(line);
    // Newer programs send a user name first.
    if (this.#accepts(given) || this.#accepts(withoutUser(given))) {
      this.#opening = 'shoutcast';
      this.#events.send(answers.SHOUTCAST_WELCOME);
    } else {
      this.#end(answers.SHOUTCAST_REFUSAL, WRONG_PASSWORD);
    }
  }

  #answer({ method, target }: RequestLine): void {
    switch (method) {
      case 'SOURCE':
      case 'PUT':
        this.#answerSource(target);
        break;
      case 'OPTIONS':
        this.#end(answers.ABILITIES);
        break;
      case 'GET':
      case 'HEAD':
        this.#answerGet(target);
        break;
      default:
        this.#end(answers.NOT_ALLOWED);
    }
  }

  #answerSource(target: string): void {
    const password = this.#givenPassword();
    // libshout first sends an empty request, to see whether a password is needed.
    const isEmpty = this.#headers.get('content-length') === '0';
    if (this.#isFromPage()) {
      this.#end(answers.NO_PAGE, IN_A_BROWSER);
    } else if (isEmpty && password === undefined) {
      this.#end(answers.UNAUTHORIZED);
    } else if (!this.#accepts(password)) {
      this.#end(answers.UNAUTHORIZED, password === undefined ? NO_PASSWORD : WRONG_PASSWORD);
    } else if (isEmpty) {
      this.#end(answers.NOTHING_TO_DO);
    } else {
      const expects = this.#headers.get('expect')?.toLowerCase() === '100-continue';
      this.#begin(mountOf(target), (expects ? answers.CONTINUE : '') + answers.SEND_AUDIO);
    }
  }

  #begin(mount: string, welcome: string): void {
    const broadcaster: Broadcaster = {
      mount,
      program: this.#header('user-agent').replace(/ *\(.*$/, '') || 'a program without a name',
      station: this.#header('ice-name') || this.#header('icy-name'),
      contentType: this.#header('content-type'),
    };
    const refusal = this.#events.begin(broadcaster);
    if (refusal !== undefined) {
      this.#end(refusal, `it may not broadcast to ${mount}`);
      return;
    }
    this.#broadcaster = broadcaster;
    this.#tags = new OggTagReader();
    this.#phase = 'audio';
    if (welcome !== '') {
      this.#events.send(welcome);
    }
  }

  #answerGet(target: string): void {
    const update = readUpdate(target);
    if (update !== undefined) {
      this.#update(update);
    } else {
      // Some programs poll the number of listeners here.
      this.#end(pathOf(target) === '/' ? answers.GREETING : answers.NOT_FOUND);
    }
  }

  #update({ mount, password, names }: Update): void {
    const given = password ?? this.#givenPassword();
    if (this.#isFromPage()) {
      this.#end(answers.NO_PAGE, IN_A_BROWSER);
    } else if (!this.#accepts(given)) {
      this.#end(answers.UNAUTHORIZED, given === undefined ? NO_PASSWORD : WRONG_PASSWORD);
    } else {
      this.#end(answers.UPDATED);
      this.#events.names(mount, names);
    }
  }

  #readAudio(piece: Buffer): void {
    this.#events.audio?.(piece);
    for (const comments of this.#tags?.push(piece) ?? []) {
      this.#events.names(this.#broadcaster?.mount, namesIn(comments));
    }
  }

  #end(text: string, fault?: string): void {
    this.#phase = 'over';
    this.#events.send(text, 'last', fault);
  }

  #accepts(given: string | undefined): boolean {
    return this.#password.isEmpty || (given !== undefined && knows(given, this.#password));
  }

  /** Reads the header `Authorization`; ignores the user name. */
  #givenPassword(): string | undefined {
    const [, encoded] = /^basic +(\S+)/i.exec(this.#headers.get('authorization') ?? '') ?? [];
    return encoded === undefined ? undefined : withoutUser(textIn(Buffer.from(encoded, 'base64')));
  }

  #header(name: string): string {
    return printable(textOf(this.#headers.get(name) ?? '')).slice(0, MAX_NAME_LENGTH);
  }

  /** Sent by browsers for pages; broadcasters never do. */
  #isFromPage(): boolean {
    return this.#headers.has('origin') || this.#headers.has('sec-fetch-site');
  }
}

/** Header lines may have any encoding. */
function textOf(line: string): string {
  return textIn(Buffer.from(line, 'latin1'));
}

function withoutUser(text: string): string {
  return text.replace(/^[^:]*:/, '');
}
