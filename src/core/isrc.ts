/**
 * The International Standard Recording Code (ISO 3901): two letters, three letters or digits, seven digits. Tags have it
 * with hyphens, with blanks, in small letters, several in one, or anything else.
 */
const ISRC = /(?<![A-Z\d])(?:ISRC)?([A-Z]{2})[\s-]?([A-Z\d]{3})[\s-]?(\d{2})[\s-]?(\d{5})(?!\d)/;

/** The first code in this text, without hyphens; empty when there is none. */
export function believedIsrc(text: string | undefined): string {
  return (
    ISRC.exec(text?.toUpperCase() ?? '')
      ?.slice(1)
      .join('') ?? ''
  );
}
