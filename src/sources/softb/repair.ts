import { Message, say, type Text } from '../../core/message.ts';

/** Advice for users about an unreadable record; may be empty. */
export function repairOf(program: string, reason: Text): Text {
  if (program === 'rekordbox') {
    // The key may be wrong, too, which only its own findings explain.
    return '';
  }
  if (/locked|busy/i.test(String(reason))) {
    return say('softb.close-other-program-keeps-locked-back');
  }
  if (/\((EACCES|EPERM)\)/.test(String(reason))) {
    return say('softb.allow-reading');
  }
  if (isWithoutSession(reason)) {
    return say('softb.play-in-serato');
  }
  if (/\((ENOENT|ENOTDIR)\)/.test(String(reason))) {
    return say('softb.bring-folder-back');
  }
  const isDamaged = reason instanceof Message && reason.id.startsWith('softb.session-damaged');
  return say(isDamaged ? 'softb.begin-new-session' : 'softb.start-dj-software-once-so-repairs');
}

/** Nothing is wrong: Serato has not written a session yet. */
export function isWithoutSession(problem: Text): boolean {
  return problem instanceof Message && problem.id === 'softb.no-session-yet';
}
