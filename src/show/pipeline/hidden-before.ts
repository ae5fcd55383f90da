import { identityOf, type Track } from '../../core/track.ts';

/** Keys of tracks that the operator hid; any play of them stays hidden until a reveal. */
export type HiddenBefore = ReadonlySet<string>;

export const NOTHING_HIDDEN: HiddenBefore = new Set();

/** Sources that read our outputs may report the shown names. */
export interface KnownTrack {
  readonly reported: Track;
  readonly track: Track;
}

export function wasHidden(hidden: HiddenBefore, known: KnownTrack): boolean {
  return (
    hidden.size > 0 && (allOf(known).some((identity) => hidden.has(identity)) || isUntold(hidden, known))
  );
}

/** The artist may come late, so the title decides until then. */
function isUntold(hidden: HiddenBefore, { reported, track }: KnownTrack): boolean {
  const untold = [reported, track]
    .filter(({ artist, title }) => artist === '' && title !== '')
    .map(identityOf);
  return untold.some((ending) => [...hidden].some((identity) => identity.endsWith(ending)));
}

export function withHidden(hidden: HiddenBefore, { reported, track }: KnownTrack): HiddenBefore {
  return new Set([...hidden, ...[reported, track].flatMap((one) => identitiesOf(one).slice(0, 1))]);
}

export function withoutHidden(hidden: HiddenBefore, known: KnownTrack): HiddenBefore {
  const shown = new Set(allOf(known));
  return new Set([...hidden].filter((identity) => !shown.has(identity)));
}

/** File names count if one has no title. */
export function isSamePlay(one: KnownTrack, other: KnownTrack): boolean {
  const names = namesOf(one);
  const otherNames = namesOf(other);
  return names.length > 0 && otherNames.length > 0
    ? names.some((name) => otherNames.includes(name))
    : one.reported.filename !== '' && one.reported.filename === other.reported.filename;
}

/** Best first: names, if there is a title, then the file, because names may come late. */
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
