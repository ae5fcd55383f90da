import type { Done, Refusal } from './answers.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/**
 * `GET /api/v1/settings`: every option, its value, and where that comes from. For those who may configure. No
 * secret is ever in it.
 */
export interface SettingsMessage {
  readonly v: typeof WIRE_VERSION;
  /** The caller is a page on the computer that deckcast runs on. */
  readonly isHere: boolean;
  /** Where settings are saved; `exists` is false while there is no configuration file. */
  readonly file: { readonly path: string; readonly exists: boolean };
  /** Names the file's content. Send it back when saving: a file that was changed meanwhile is not overwritten. */
  readonly revision: string;
  /** The groups of the options: what people come for. */
  readonly groups: readonly string[];
  readonly options: readonly WireOption[];
  /** What is wrong with the settings as they stand in the file, the environment and the flags. */
  readonly problems: readonly SettingProblem[];
}

/** What a form shows for an option. */
export type Field =
  | 'address'
  | 'choice'
  | 'choices'
  | 'color'
  | 'duration'
  | 'file'
  | 'folder'
  | 'list'
  | 'map'
  | 'number'
  | 'regex'
  | 'secret'
  | 'switch'
  | 'text'
  | 'url';

export interface WireOption {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly group: string;
  /** One of the few of its group that most people change. */
  readonly isCommon: boolean;
  readonly field: Field;
  /** One sentence without a full stop. */
  readonly help: string;
  /** What else people call it, in lower case: a search looks here first. */
  readonly words?: string;
  /** For numbers, both included; without `max` any number is small enough. */
  readonly range?: { readonly min: number; readonly max?: number; readonly unit?: string };
  /** Every allowed value; an option whose default is empty may also be empty. */
  readonly choices?: readonly string[];
  /** What people call a choice, by it, where the word itself says too little to them. */
  readonly choiceTitles?: { readonly [choice: string]: string };
  /** As a flag would spell it; empty for a secret. */
  readonly default: string;
  /** The same, from the strongest place that sets it; empty for a secret. */
  readonly value: string;
  /** The entries of the value, of options that have several (`list`, `choices`). */
  readonly items?: readonly string[];
  /** Something of the value is left out, because it may hold a password: it can be replaced, not edited. */
  readonly masked?: true;
  /** Of a secret: whether it has a value. */
  readonly isSet?: boolean;
  readonly origin: {
    readonly from: 'default' | 'file' | 'environment' | 'flag';
    /** `--osc.port`, `DECKCAST_OSC_PORT`, `conf.yaml: osc.port`; empty for a default. */
    readonly place: string;
    /** From 1; of a value from the file. */
    readonly line?: number;
  };
  /** It cannot be changed here: a flag or a variable sets it, the file cannot hold it, or the caller may not (`isElsewhere`). */
  readonly isFixed: boolean;
  /**
   * Only the computer that deckcast runs on may change it, and the caller is elsewhere: it names a program, a file or a
   * folder.
   */
  readonly isElsewhere?: true;
  /** `live`: a change takes effect at once. `restart`: when the parts of the program start again. */
  readonly effect: 'live' | 'restart';
  /** The running program still has another value. */
  readonly isWaiting: boolean;
}

/** A value as a form sends it: text is read as a flag's text is. A map is an object. */
export type WireSettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [name: string]: unknown };

export type SaveAnswer = Saved | SaveRefusal;

export interface Saved extends Done {
  /** Of the file as it stands now. */
  readonly revision: string;
  /** Options whose new values the running program has. */
  readonly changed: readonly string[];
  /** Options whose new values it gets when its parts start again. */
  readonly needRestart: readonly string[];
  /** What is wrong with the settings all the same. */
  readonly problems?: readonly SettingProblem[];
}

/**
 * Status 409: the file has changed since it was read (`revision`), or something is in the way. 422: a value is refused
 * (`problems`), or the file cannot be changed without touching more than the setting (`byHand`). 500: the disk failed.
 */
export interface SaveRefusal extends Refusal {
  /** Of the file as it stands now. */
  readonly revision?: string;
  readonly problems?: readonly SettingProblem[];
  readonly byHand?: EditByHand;
}

export interface SettingProblem extends Translatable {
  /** Absent for what concerns no single option. */
  readonly option?: string;
  /** `--osc.port=70000`, `conf.yaml: delay`. */
  readonly where: string;
  /** In the words of the command line; no full stop. */
  readonly what: string;
}

/** What to edit in the file with an editor instead. */
export interface EditByHand {
  readonly option: string;
  readonly file: string;
  /** From 1: to change or to remove, or to add below; 0 is the top of the file. */
  readonly line: number;
  readonly do: 'add' | 'change' | 'remove';
  /** What to write there; absent for what is removed, and for a value that the format cannot hold. */
  readonly written?: string;
}

/** The answer of `POST /api/v1/settings/check`; `done` says that the value is allowed. */
export interface CheckAnswer extends Translatable {
  readonly v: typeof WIRE_VERSION;
  readonly done: boolean;
  /** Why not, in the words of the command line. */
  readonly reason?: string;
  /** For a regular expression: whether it matches the text. */
  readonly matches?: boolean;
  /** The text of the group that the option asks for. */
  readonly captured?: string;
}

/** `GET /api/v1/settings/paths?folder=…`: what is in a folder of the computer that deckcast runs on. */
export interface PathsMessage {
  readonly v: typeof WIRE_VERSION;
  /** The first hundred, each with the folder as it was given; none when it cannot be read. */
  readonly paths: readonly string[];
}
