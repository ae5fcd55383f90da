import type { Done, Refusal } from './answers.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/**
 * `GET /api/v1/settings`: every option with its value and origin. For callers who may configure. Never contains a
 * secret.
 */
export interface SettingsMessage {
  readonly v: typeof WIRE_VERSION;
  /** The caller is a page on the computer that deckcast runs on. */
  readonly isHere: boolean;
  /** File that stores settings; `exists` is false while there is no configuration file. */
  readonly file: { readonly path: string; readonly exists: boolean };
  /** Identifies the file's content. Send it back when saving: a file that was changed meanwhile is not overwritten. */
  readonly revision: string;
  /** Groups of the options, by purpose. */
  readonly groups: readonly string[];
  readonly options: readonly WireOption[];
  /** Problems with the settings in the file, the environment and the flags. */
  readonly problems: readonly SettingProblem[];
}

/** Description of an option for a form. */
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
  /** Title for users. */
  readonly title: string;
  readonly group: string;
  /** True for the few options of a group that most users change. */
  readonly isCommon: boolean;
  readonly field: Field;
  /** Sentence without a full stop. */
  readonly help: string;
  /** Synonyms in lower case; a search looks here first. */
  readonly words?: string;
  /** Limits of a number, both included; without `max` it is unlimited. */
  readonly range?: { readonly min: number; readonly max?: number; readonly unit?: string };
  /** Every allowed value; an option whose default is empty may also be empty. */
  readonly choices?: readonly string[];
  /** Titles by choice, for choices that don't explain themselves. */
  readonly choiceTitles?: { readonly [choice: string]: string };
  /** Spelled like a flag; empty for a secret. */
  readonly default: string;
  /** Effective value, as a flag would spell it; empty for a secret. */
  readonly value: string;
  /** Entries of the value, for options that have several (`list`, `choices`). */
  readonly items?: readonly string[];
  /**
   * Addresses in the value may contain secrets, as name and password or also as path and query, which are left out as
   * `***` and `…`. A save puts the stored ones back in.
   */
  readonly mayHoldPassword?: 'name' | 'path';
  /** The value has an address from which secrets are left out. */
  readonly masked?: true;
  /** Whether a secret has a value. */
  readonly isSet?: boolean;
  readonly origin: {
    readonly from: 'default' | 'file' | 'environment' | 'flag';
    /** `--osc.port`, `DECKCAST_OSC_PORT`, `conf.yaml: osc.port`; empty for a default. */
    readonly place: string;
    /** Line in the file, from 1, for a value from the file. */
    readonly line?: number;
    /** A flag or a variable sets it, and the file has the same value: nothing changes without them. */
    readonly isInFile?: true;
  };
  /**
   * The option cannot be changed here: a flag or a variable sets it, the file cannot hold it, or the caller may not
   * (`isElsewhere`).
   */
  readonly isFixed: boolean;
  /**
   * The option names a program, a file or a folder, so only the computer that deckcast runs on may change it, and the
   * caller is elsewhere.
   */
  readonly isElsewhere?: true;
  /** `live`: a change takes effect at once. `restart`: when the parts of the program restart. */
  readonly effect: 'live' | 'restart';
  /** The running program still has another value. */
  readonly isWaiting: boolean;
}

/** Value from a form: text is parsed like a flag's text. A map is an object. */
export type WireSettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [name: string]: unknown };

export type SaveAnswer = Saved | SaveRefusal;

export interface Saved extends Done {
  /** Identifies the file's content after saving. */
  readonly revision: string;
  /** Options whose new values the running program uses. */
  readonly changed: readonly string[];
  /** Options whose new values it uses after its parts have restarted. */
  readonly needRestart: readonly string[];
  /** Remaining problems with the settings. */
  readonly problems?: readonly SettingProblem[];
}

/**
 * Status 409: the file has changed since it was read (`revision`), or something is in the way. 422: a value is refused
 * (`problems`), or the file cannot be changed without touching more than the setting (`byHand`). 500: the disk failed.
 */
export interface SaveRefusal extends Refusal {
  /** Identifies the file's current content. */
  readonly revision?: string;
  readonly problems?: readonly SettingProblem[];
  readonly byHand?: EditByHand;
}

export interface SettingProblem extends Translatable {
  /** Absent if the problem concerns no single option. */
  readonly option?: string;
  /** `--osc.port=70000`, `/home/dj/conf.yaml: delay`. */
  readonly where: string;
  /** Same words as on the command line; no full stop. */
  readonly what: string;
}

/** Change to make in an editor instead. */
export interface EditByHand {
  readonly option: string;
  readonly file: string;
  /** Line to change or remove, or after which to add, from 1; 0 is the top of the file. */
  readonly line: number;
  readonly do: 'add' | 'change' | 'remove';
  /** Text to write there; absent for a removal, and for a value that the format cannot hold. */
  readonly written?: string;
}

/** Answer of `POST /api/v1/settings/check`; `done` says that the value is allowed. */
export interface CheckAnswer extends Translatable {
  readonly v: typeof WIRE_VERSION;
  readonly done: boolean;
  /** Reason for a refusal, in the words of the command line. */
  readonly reason?: string;
  /** Whether a regular expression matches the text. */
  readonly matches?: boolean;
  /** Text of the group that the option asks for. */
  readonly captured?: string;
}

/** Answer of `POST /api/v1/settings/picture`; `done` says that the file was kept. */
export interface PictureAnswer extends Translatable {
  readonly v: typeof WIRE_VERSION;
  readonly done: boolean;
  /** Reason for a refusal. */
  readonly reason?: string;
  /** Path of the kept file, a value for `page.logo`; its name is a value for a look's `logo`. */
  readonly path?: string;
  /** Family of the kept font, a value for a look's `font`. */
  readonly family?: string;
}

/** `GET /api/v1/settings/paths?folder=…`: content of a folder on the computer that deckcast runs on. */
export interface PathsMessage {
  readonly v: typeof WIRE_VERSION;
  /** First hundred paths, each with the folder as it was given; empty for an unreadable folder. */
  readonly paths: readonly string[];
}
