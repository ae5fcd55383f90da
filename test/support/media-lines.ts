/** Lines as `media-control stream` writes them. */

/** Payload in the middle of a track, with the real program's keys. */
export function payload(artist: string, title: string, change: object = {}): object {
  return {
    processIdentifier: 501,
    bundleIdentifier: 'com.spotify.client',
    playing: true,
    title,
    artist,
    album: 'An Album',
    duration: 314.5,
    elapsedTime: 0.2,
    timestamp: '2026-11-21T02:12:31Z',
    playbackRate: 1,
    uniqueIdentifier: 7,
    isMusicApp: true,
    ...change,
  };
}

export function fullLine(content: object): string {
  return `${JSON.stringify({ type: 'data', diff: false, payload: content })}\n`;
}

export function diffLine(content: object): string {
  return `${JSON.stringify({ type: 'data', diff: true, payload: content })}\n`;
}
