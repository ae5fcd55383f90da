import { type Publication, type Track, UNKNOWN_TRACK } from '../core/track.ts';

/** What DJs write where they keep a track to themselves. */
const ID_TRACK: Track = { ...UNKNOWN_TRACK, artist: 'ID', title: 'ID' };

/** The names that stand in a record of the set, which needs an entry for a hidden track too. */
export function namesInRecords({ hidden, track }: Pick<Publication, 'hidden' | 'track'>): Track {
  return hidden ? ID_TRACK : track;
}
