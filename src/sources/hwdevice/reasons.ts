import type { StagelinqError } from '@deckcast/stagelinq';
import { codeOf } from '../../core/errors.ts';
import { say, type Text, type TextId } from '../../core/message.ts';

const WORDS: Partial<Record<StagelinqError['code'], TextId>> = {
  unreachable: 'hwdevice.reason-unreachable',
  'not-announced': 'hwdevice.reason-not-announced',
  'no-services': 'hwdevice.reason-no-services',
  'no-state': 'hwdevice.reason-no-state',
  timeout: 'hwdevice.reason-timeout',
  silent: 'hwdevice.reason-silent',
  closed: 'hwdevice.reason-closed',
};

/** Why a device is not connected, for users. Rare errors have the library's English. */
export function reasonOf({ code, message, cause }: Pick<StagelinqError, 'code' | 'message' | 'cause'>): Text {
  if (code === 'unreachable' && cause === undefined) {
    return say('hwdevice.reason-timeout');
  }
  const system = codeOf(cause);
  if (system === 'ENETUNREACH' || system === 'EHOSTUNREACH') {
    return say('hwdevice.reason-no-route', { code: system });
  }
  const id = WORDS[code];
  return id === undefined ? message : say(id);
}
