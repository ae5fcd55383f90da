import { type EventEmitter, once } from 'node:events';
import { readLive } from '../../core/option.ts';
import type { SettingsMap } from '../../settings/kinds.ts';
import type { ServerSettings } from '../options.ts';
import type { WireThemeOptions } from '../wire/events.ts';
import { type ThemeListener, type WatchTools, watchTheme } from './watch.ts';

/** The theme as the settings name it now. */
export interface SelectedTheme {
  /** Name of a built-in theme. */
  readonly internal: string;
  /** Folder of a custom theme, which comes first; empty when there is none. */
  readonly custom: string;
  readonly options: WireThemeOptions;
  /** Folder of the user's fonts and pictures; empty when there is none. */
  readonly files: string;
}

/** The theme is read at each use, because it can change while the program runs. */
export function selectedTheme(settings: ServerSettings): SelectedTheme {
  return {
    get internal() {
      return readLive(settings, 'theme.internal');
    },
    get custom() {
      return readLive(settings, 'theme.dir');
    },
    get options() {
      return scalarsOf(readLive(settings, 'theme.options'));
    },
    get files() {
      return readLive(settings, 'theme.files');
    },
  };
}

/** Sections of a map have no meaning here. */
function scalarsOf(options: SettingsMap): WireThemeOptions {
  const scalars: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'object') {
      scalars[name] = value;
    }
  }
  return scalars;
}

/**
 * Until the signal fires: watches the folder of the custom theme, and reloads pages when the settings name another
 * theme or other options; `settings` emits `changed` when they may have changed.
 */
export async function followTheme(
  theme: SelectedTheme,
  settings: EventEmitter,
  signal: AbortSignal,
  tools: WatchTools,
  listener: ThemeListener,
): Promise<void> {
  while (!signal.aborted) {
    const shown = JSON.stringify(theme);
    const over = new AbortController();
    const watching = theme.custom === '' ? undefined : watchTheme(theme.custom, over.signal, tools, listener);
    if (theme.custom === '') {
      listener.problems([]);
    }
    do {
      await once(settings, 'changed', { signal }).catch(() => undefined);
    } while (!signal.aborted && JSON.stringify(theme) === shown);
    over.abort();
    await watching;
    if (!signal.aborted) {
      listener.changed();
    }
  }
}
