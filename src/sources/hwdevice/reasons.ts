import type { StagelinqError } from '@deckcast/stagelinq';
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
export function reasonOf({ code, message }: Pick<StagelinqError, 'code' | 'message'>): Text {
  const id = WORDS[code];
  return id === undefined ? message : say(id);
}
