import { Message, say, type Text } from '../../core/message.ts';

/** What the user can do about a record that cannot be read; may be empty. */
export function repairOf(program: string, reason: Text): Text {
  if (program === 'rekordbox') {
    // The key may be wrong, too, which only its own findings explain.
    return '';
  }
  if (/locked|busy/i.test(String(reason))) {
    return say('softb.close-other-program-keeps-locked-back');
  }
  const isDamaged = reason instanceof Message && reason.id.startsWith('softb.session-damaged');
  return say(isDamaged ? 'softb.begin-new-session' : 'softb.start-dj-software-once-so-repairs');
}
