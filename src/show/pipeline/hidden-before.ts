import { identityOf, type Track } from '../../core/track.ts';

/** What identifies the tracks that the operator hid: they stay hidden until a reveal, whatever plays them. */
export type HiddenBefore = ReadonlySet<string>;

export const NOTHING_HIDDEN: HiddenBefore = new Set();

/** One track: as its source reports it, and as it is shown. The next source may report what this one is made to show. */
export interface KnownTrack {
  readonly reported: Track;
  readonly track: Track;
}

export function wasHidden(hidden: HiddenBefore, known: KnownTrack): boolean {
  return hidden.size > 0 && allOf(known).some((identity) => hidden.has(identity));
}

/** The operator hides the track. */
export function withHidden(hidden: HiddenBefore, { reported, track }: KnownTrack): HiddenBefore {
  return new Set([...hidden, ...[reported, track].flatMap((one) => identitiesOf(one).slice(0, 1))]);
}

/** The operator shows the track. */
export function withoutHidden(hidden: HiddenBefore, known: KnownTrack): HiddenBefore {
  const shown = new Set(allOf(known));
  return new Set([...hidden].filter((identity) => !shown.has(identity)));
}

/** Whether both are of one track: their names agree, or the names of their files where one of them has no title. */
export function isSamePlay(one: KnownTrack, other: KnownTrack): boolean {
  const names = namesOf(one);
  const otherNames = namesOf(other);
  return names.length > 0 && otherNames.length > 0
    ? names.some((name) => otherNames.includes(name))
    : one.reported.filename !== '' && one.reported.filename === other.reported.filename;
}

/** Its names, if it has a title, and its file: names may have come later. The best first. */
export function identitiesOf(track: Track): string[] {
  const { title, filename } = track;
  return [...(title === '' ? [] : [identityOf(track)]), ...(filename === '' ? [] : [`\0\0${filename}`])];
}

function namesOf({ reported, track }: KnownTrack): string[] {
  return [reported, track].filter(({ title }) => title !== '').map(identityOf);
}

function allOf({ reported, track }: KnownTrack): string[] {
  return [...identitiesOf(reported), ...identitiesOf(track)];
}
