import { type EventEmitter, once } from 'node:events';
import { readLive } from '../../core/option.ts';
import type { SettingsMap } from '../../settings/kinds.ts';
import type { ServerSettings } from '../options.ts';
import type { WireThemeOptions } from '../wire/events.ts';
import { type ThemeListener, type WatchTools, watchTheme } from './watch.ts';

export interface SelectedTheme {
  readonly internal: string;
  /** Overrides the built-in theme; may be empty. */
  readonly custom: string;
  readonly options: WireThemeOptions;
  readonly files: string;
}

/** Reads the settings at each use, because they may change. */
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

/** Ignores nested sections. */
function scalarsOf(options: SettingsMap): WireThemeOptions {
  const scalars: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'object') {
      scalars[name] = value;
    }
  }
  return scalars;
}

/** Reports changes of the saved looks. `settings` emits `changed` when they may differ. */
export async function followLooks(
  looks: () => SettingsMap,
  settings: EventEmitter,
  signal: AbortSignal,
  changed: () => void,
): Promise<void> {
  for (let known = JSON.stringify(looks()); !signal.aborted; ) {
    await once(settings, 'changed', { signal }).catch(() => undefined);
    const before = known;
    known = JSON.stringify(looks());
    if (known !== before && !signal.aborted) {
      changed();
    }
  }
}

/**
 * Reloads pages after a change of the custom theme's folder, of theme or of options. `settings` emits `changed` when
 * these may differ.
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
      listener.problems([], []);
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
