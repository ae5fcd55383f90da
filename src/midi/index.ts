/** Levels of decks from a controller's faders: inputs, findings, and the view of the operator's pages. */
import type { Finding } from '../core/finding.ts';
import type { Tools } from '../core/tools.ts';
import { untilAborted } from '../core/waiting.ts';
import { MidiCommand } from './command.ts';
import { ConnectedControllers, type ControllerView, type Lesson } from './connected.ts';
import { midiFindings, NOT_SET_UP } from './findings.ts';
import type { FollowedFaders } from './followed.ts';
import type { MidiSettings } from './options.ts';
import { readPageMessage } from './page.ts';
import { controllerOf } from './presets.ts';

export interface MidiView {
  readonly controllers: readonly ControllerView[];
  readonly lesson: Lesson | null;
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
    this.#controllers = new ConnectedControllers(controllers, { clock, log }, (levels) =>
      followed.update(levels),
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
            receive: (changes) => this.#controllers.receive(this, port, changes),
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
      lesson: this.#controllers.lesson(),
      isIgnored: !this.#followed.isFollowed,
    };
  }

  /** Findings that the controllers' page doesn't show by its buttons. */
  problems(): readonly Finding[] {
    return this.findings().filter((one) => one.severity !== 'ok' && one !== NOT_SET_UP);
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

  /**
   * Undefined if pages are no input. `resend`: asks the page for the newest values of its ports, and its lesson, because a
   * port appeared.
   */
  openPage(resend: () => void): MidiPageInput | undefined {
    if (!this.#settings['midi.input'].includes('page')) {
      return undefined;
    }
    const page = {};
    const controllers = this.#controllers;
    return {
      push: (text) => {
        if (this.#isOver) {
          return 'off';
        }
        this.#pages.add(page);
        const message = readPageMessage(text);
        if (message === undefined) {
          return 'no-message';
        }
        if (message.kind === 'lesson') {
          controllers.teach(page, message.port, message.fader, message.taken);
        } else if (message.kind === 'no-lesson') {
          controllers.endLesson(page);
        } else {
          const isNew =
            message.kind === 'ports'
              ? controllers.seen(message.ports)
              : controllers.receive(page, message.port, message.changes);
          if (isNew) {
            resend();
          }
        }
        return message.kind === 'changes' ? 'changes' : 'taken';
      },
      end: () => {
        this.#pages.delete(page);
        controllers.endLesson(page);
      },
    };
  }
}
