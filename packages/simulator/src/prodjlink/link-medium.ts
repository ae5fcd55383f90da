import { MENU_ITEM, type MenuItem } from '@deckcast/prodjlink';
import { type WrittenTrack, writeLibrary } from '@deckcast/prodjlink/library';
import type { SimulatedTrack } from '../set.ts';
import { cover } from '../sets/made-up-audio.ts';

export interface LinkMedium {
  readonly name: string;
  readonly tracks: readonly WrittenTrack[];
  /** Paths without leading slash. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export const LIBRARY_PATH = 'PIONEER/rekordbox/export.pdb';

/** `more`: files beside the library. */
export function linkMedium(
  tracks: readonly WrittenTrack[],
  more: Readonly<Record<string, Uint8Array>> = {},
  name = '',
): LinkMedium {
  return { name, tracks, files: { [LIBRARY_PATH]: writeLibrary(tracks), ...more } };
}

const SMALL_PIXELS = 80;
const LARGE_PIXELS = 240;

/** Numbers begin with 1. */
export function stickWith(tracks: readonly SimulatedTrack[]): LinkMedium {
  const pictures: Record<string, Uint8Array> = {};
  const rows = tracks.map((track, index): WrittenTrack => {
    const path = `/PIONEER/Artwork/00001/a${index + 1}`;
    const hue = (200 + (index * 360) / tracks.length) % 360;
    pictures[`${path}.jpg`.slice(1)] = cover(hue, SMALL_PIXELS);
    // Players call it JPEG; PNG works, too.
    pictures[`${path}_m.jpg`.slice(1)] = cover(hue, LARGE_PIXELS);
    return rowOf(track, index + 1, `${path}.jpg`);
  });
  return linkMedium(rows, pictures, 'DEMO');
}

function rowOf(track: SimulatedTrack, id: number, artworkPath: string): WrittenTrack {
  const { title, artist, genre, key, path, bpm, seconds } = track;
  const filePath = `/Contents/${path.slice(path.indexOf('/') + 1)}`;
  const fileName = filePath.slice(filePath.lastIndexOf('/') + 1);
  const texts = Object.entries({ title, artist, genre, key }).filter(([, text]) => text !== '');
  const duration = Math.round(seconds);
  return { id, ...Object.fromEntries(texts), fileName, filePath, artworkPath, bpm, duration };
}

/** Missing values are empty, as in a player's database. */
export function databaseItems(track: WrittenTrack, artworkId: number): readonly MenuItem[] {
  const { id, title = '', duration = 0, bpm = 0 } = track;
  return [
    item(MENU_ITEM.title, id, title, artworkId),
    item(MENU_ITEM.artist, id, track.artist),
    item(MENU_ITEM.album, id, track.album),
    item(MENU_ITEM.duration, duration),
    item(MENU_ITEM.tempo, Math.round(bpm * 100)),
    item(MENU_ITEM.comment, id, track.comment),
    item(MENU_ITEM.key, id, track.key),
    item(MENU_ITEM.genre, id, track.genre),
    item(MENU_ITEM.label, id, track.label),
    item(MENU_ITEM.remixer, id, track.remixer),
  ];
}

function item(type: number, main: number, text = '', artworkId = 0): MenuItem {
  return { type, main, text, related: 0, artworkId };
}
