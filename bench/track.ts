import type { SimulatedTrack } from '@deckcast/simulator';

/** Five minutes; loads at once. */
export function benchTrack(name: string): SimulatedTrack {
  return {
    id: name,
    artist: 'Bench',
    title: name,
    genre: '',
    seconds: 300,
    bpm: 120,
    key: 'Am',
    path: `BENCH (USB 1)/Engine Library/Music/${name}.mp3`,
    loadSeconds: 0,
  };
}
