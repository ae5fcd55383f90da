/** djay's `NowPlaying.txt`: `Title: x`, `Artist: x`, `Album: x`, `Time: mm:ss`; `N/A` for what is missing. */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { parsePlayingTime } from '../playing-time.ts';
import type { Content } from './content.ts';

const LINE = /^(title|song|artist|album|genre|time|duration)\s*:\s*(.*)$/i;

export function readKeyValues(lines: readonly string[], endsLine: boolean): Content | undefined {
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, key, value] = LINE.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      values.set(key.toLowerCase(), value === 'N/A' ? '' : value);
    }
  }
  if (!values.has('title') && !values.has('song') && !values.has('artist')) {
    return undefined;
  }
  const track = {
    ...UNKNOWN_TRACK,
    artist: values.get('artist') ?? '',
    title: values.get('title') ?? values.get('song') ?? '',
    album: values.get('album') ?? '',
    genre: values.get('genre') ?? '',
    durationMs: parsePlayingTime(values.get('time') ?? values.get('duration') ?? ''),
  };
  const named = track.artist !== '' || track.title !== '';
  return {
    format: 'key: value lines',
    entries: named ? [{ track, mark: lines.join('\n') }] : [],
    state: stateOf(values, endsLine),
  };
}

/** djay writes the title first and the time last; a name in a last line without its end may go on. */
function stateOf(values: ReadonlyMap<string, string>, endsLine: boolean): Content['state'] {
  const lastKey = [...values.keys()].at(-1);
  const cutName = !endsLine && (lastKey === 'title' || lastKey === 'artist');
  if (!values.has('title') || !values.has('artist') || cutName) {
    return 'unfinished';
  }
  return values.has('time') && endsLine ? 'whole' : 'likely';
}
