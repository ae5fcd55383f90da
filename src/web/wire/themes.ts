import type { WIRE_VERSION, WireThemeOptions } from './events.ts';

/** `GET /api/v1/themes`: content of the gallery. */
export interface ThemesMessage {
  readonly v: typeof WIRE_VERSION;
  readonly themes: readonly WireTheme[];
  /** Saved options of the selected theme. */
  readonly options: WireThemeOptions;
  readonly own: WireOwnFiles;
  /** Whether deckcast has a configuration file for looks. False in the demo. */
  readonly canSave: boolean;
  /** Whether the configuration file has looks that were saved by name. */
  readonly hasLooks: boolean;
}

/** Content of the folder of the user's files, for the options `font` and `logo` of every theme. */
export interface WireOwnFiles {
  /** Names of font families. */
  readonly fonts: readonly string[];
  /** File names. */
  readonly pictures: readonly string[];
}

export interface WireTheme {
  readonly id: string;
  readonly name: string;
  /** Path of its page: `/overlay/slider/`. */
  readonly path: string;
  /** Whether `/` shows it. */
  readonly selected: boolean;
  /** Size to enter in OBS, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Options declared in `theme.json`. */
  readonly options: Readonly<Record<string, WireThemeOption>>;
}

export interface WireThemeOption {
  readonly type: 'color' | 'number' | 'range' | 'enum' | 'bool' | 'text' | 'duration';
  readonly default: string | number | boolean;
  readonly label?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  /** Values of an `enum`; suggestions for a `text`. */
  readonly values?: readonly string[] | undefined;
  readonly unit?: string | undefined;
}

/** Types of the options that every theme has. The SDK computes with them, so a `theme.json` cannot change them. */
export const STANDARD_OPTION_TYPES = {
  show: 'duration',
  delay: 'duration',
  pos: 'enum',
  only: 'enum',
  details: 'enum',
  handle: 'text',
  logo: 'text',
  margin: 'range',
  scale: 'range',
  font: 'text',
  radius: 'range',
  opacity: 'range',
  'cover-accent': 'bool',
  entrance: 'enum',
  marquee: 'bool',
  speed: 'range',
  replay: 'bool',
  qr: 'bool',
} as const satisfies Readonly<Record<string, WireThemeOption['type']>>;
