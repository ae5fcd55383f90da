import { nameLine, type SetTrack } from './set.ts';

/** An extended M3U playlist, UTF-8. A track without a file has its names instead. */
export function m3u(tracks: readonly SetTrack[]): string {
  const lines = tracks.flatMap((track) => {
    const seconds = track.durationMs === 0 ? -1 : Math.round(track.durationMs / 1_000);
    const file = track.filename === '' ? nameLine(track) : track.filename;
    // A line that begins with # would be a comment.
    return [`#EXTINF:${seconds},${nameLine(track)}`, file.startsWith('#') ? `./${file}` : file];
  });
  return ['#EXTM3U', ...lines, ''].join('\n');
}
