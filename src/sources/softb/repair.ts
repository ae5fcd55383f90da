import { say, type Text } from '../../core/message.ts';

/** What the user can do about a record that cannot be read; may be empty. */
export function repairOf(program: string, reason: Text): Text {
  if (program === 'rekordbox') {
    // The key may be wrong, too, which only its own findings explain.
    return '';
  }
  if (/locked|busy/i.test(String(reason))) {
    return say('softb.close-other-program-keeps-locked-back');
  }
  return say(
    program === 'Serato DJ 3' ? 'softb.begin-new-session' : 'softb.start-dj-software-once-so-repairs',
  );
}
