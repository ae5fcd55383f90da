/** Levels of decks from a controller's faders: the inputs, and what the pages show of them. */
import type { Finding } from '../core/finding.ts';
import type { Tools } from '../core/tools.ts';
import { untilAborted } from '../core/waiting.ts';
import { MidiCommand } from './command.ts';
import { ConnectedControllers, type ControllerView, type Lesson } from './connected.ts';
import { midiFindings } from './findings.ts';
import type { FollowedFaders } from './followed.ts';
import { type ControlChange, MidiReader } from './messages.ts';
import type { MidiSettings } from './options.ts';
import { readPageMessage } from './page.ts';
import { controllerOf } from './presets.ts';

/** Ports of a page that are told apart. */
const MOST_PORTS = 32;

export interface MidiView {
  readonly controllers: readonly ControllerView[];
  readonly lesson: Lesson | undefined;
  /** The sources report their own faders, or have none. */
  readonly isIgnored: boolean;
}

/** A page that sends the messages of its computer's controllers. */
export interface MidiPageInput {
  /** Returns how the message was used. */
  push(text: string): 'changes' | 'taken' | 'off' | 'no-message';
  end(): void;
}

export class MidiPart {
  readonly #settings: MidiSettings;
  readonly #followed: FollowedFaders;
  readonly #controllers: ConnectedControllers;
  readonly #command: MidiCommand | undefined;
  readonly #pages = new Set<object>();
  #isOver = false;

  constructor(
    settings: MidiSettings,
    { clock, log }: Pick<Tools, 'clock' | 'log'>,
    followed: FollowedFaders,
  ) {
    const { 'midi.input': inputs, 'midi.command': command, 'midi.controllers': texts } = settings;
    this.#settings = settings;
    this.#followed = followed;
    const controllers = texts.flatMap((text) => controllerOf(text) ?? []);
    this.#controllers = new ConnectedControllers(
      controllers,
      { clock, log, recent: followed.recent },
      (levels) => followed.update(levels),
    );
    // A command prints no name, so it is the first controller.
    const port = controllers[0]?.name;
    this.#command =
      inputs.includes('command') && port !== undefined
        ? new MidiCommand({
            command,
            clock,
            log,
            alive: () => this.#controllers.seen([port]),
            receive: (changes) => this.#controllers.receive(port, changes),
          })
        : undefined;
  }

  async run(signal: AbortSignal): Promise<void> {
    await (this.#command?.run(signal) ?? untilAborted(signal));
    this.#isOver = true;
    this.#controllers.close();
  }

  view(): MidiView {
    return {
      controllers: this.#controllers.views(),
      lesson: this.#controllers.lesson,
      isIgnored: !this.#followed.isFollowed,
    };
  }

  findings(): readonly Finding[] {
    return midiFindings({
      inputs: this.#settings['midi.input'],
      controllers: this.#controllers.views(),
      isFollowed: this.#followed.isFollowed,
      hasPage: this.#pages.size > 0,
      command: this.#command,
    });
  }

  /** Undefined if pages are no input. */
  openPage(): MidiPageInput | undefined {
    if (!this.#settings['midi.input'].includes('page')) {
      return undefined;
    }
    const page = {};
    const readers = new Map<string, MidiReader>();
    return {
      push: (text) => {
        if (this.#isOver) {
          return 'off';
        }
        this.#pages.add(page);
        const message = readPageMessage(text);
        switch (message?.kind) {
          case undefined:
            return 'no-message';
          case 'ports':
            this.#controllers.seen(message.ports);
            return 'taken';
          case 'changes':
            this.#controllers.receive(message.port, readBy(readers, message.port, message.changes));
            return 'changes';
          case 'lesson':
            this.#controllers.teach(message.port, message.fader, message.taken);
            return 'taken';
          case 'no-lesson':
            this.#controllers.endLesson();
            return 'taken';
        }
      },
      end: () => this.#pages.delete(page),
    };
  }
}

/** Leaves out what is no plain controller, such as the values of (N)RPN. Ports are few, because pages send few names. */
function readBy(
  readers: Map<string, MidiReader>,
  port: string,
  changes: readonly ControlChange[],
): readonly ControlChange[] {
  const reader = readers.get(port) ?? new MidiReader();
  if (readers.size < MOST_PORTS) {
    readers.set(port, reader);
  }
  return reader.push(
    changes.flatMap(({ channel, controller, value }) => [0xaf + channel, controller, value]),
  );
}
