import { hoursMinutesSeconds } from '../../core/units.ts';
import type { SetTrack } from './set.ts';

/** A table; names are shown as they are, whatever they hold. */
export function markdown(tracks: readonly SetTrack[]): string {
  const rows = tracks.map(
    ({ startMs, artist, title }, index) =>
      `| ${index + 1} | ${hoursMinutesSeconds(startMs)} | ${plain(artist)} | ${plain(title)} |`,
  );
  return ['| # | Time | Artist | Title |', '|---:|---|---|---|', ...rows, ''].join('\n');
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&!]/g, '\\$&');
}
