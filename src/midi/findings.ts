/** Findings about the faders of controllers. Pure. */
import { type Finding, okFinding } from '../core/finding.ts';
import { say, type Text } from '../core/message.ts';
import type { Ending } from '../host/child.ts';
import type { ControllerView } from './connected.ts';
import type { FaderName } from './controller.ts';

interface CommandState {
  readonly ended: Ending | undefined;
  readonly isRead: boolean;
  readonly unread: { readonly count: number; readonly example: string };
}

export interface MidiState {
  readonly inputs: readonly ('page' | 'command')[];
  readonly controllers: readonly ControllerView[];
  /** A source uses the faders. */
  readonly isFollowed: boolean;
  /** A page reads controllers. */
  readonly hasPage: boolean;
  readonly command: CommandState | undefined;
}

const WARNING = {
  area: 'devices',
  severity: 'warning',
  means: say('midi.changes-shown-as-without-faders'),
} as const;

export function midiFindings({
  inputs,
  controllers,
  isFollowed,
  hasPage,
  command,
}: MidiState): readonly Finding[] {
  if (inputs.length === 0) {
    return [];
  }
  const setUp = controllers.filter(({ isSetUp }) => isSetUp);
  const missing = setUp.filter(({ isConnected }) => !isConnected);
  const isPageMissing = inputs.includes('page') && !hasPage && (missing.length > 0 || setUp.length === 0);
  return [
    ...(isFollowed ? [] : [IGNORED]),
    ...(command === undefined ? [] : commandFindings(command)),
    ...(isPageMissing ? [NO_PAGE] : []),
    ...(setUp.length === 0 && hasPage ? [NOT_SET_UP] : []),
    ...(hasPage ? missing.map(lost) : []),
    ...setUp.filter(({ isConnected }) => isConnected).map(connected),
  ];
}

const IGNORED: Finding = {
  area: 'devices',
  severity: 'note',
  finding: say('midi.ignored'),
  means: say('midi.ignored-means'),
  todo: '',
};

const NO_PAGE: Finding = {
  ...WARNING,
  finding: say('midi.no-page'),
  todo: say('midi.open-page'),
};

/** The controllers' page shows this by its buttons. */
export const NOT_SET_UP: Finding = {
  ...WARNING,
  finding: say('midi.not-set-up'),
  todo: say('midi.set-up-controller'),
};

function commandFindings({ ended, isRead, unread: { count, example } }: CommandState): readonly Finding[] {
  const todo = say('midi.run-command-terminal');
  if (ended !== undefined) {
    const { how, lastWords } = ended;
    const rest = lastWords === '' ? '' : `: ${lastWords}`;
    return [{ ...WARNING, finding: say('midi.command-ended', { status: how, rest }), todo }];
  }
  return [
    ...(isRead ? [] : [{ ...WARNING, finding: say('midi.command-silent'), todo }]),
    ...(count === 0
      ? []
      : [{ ...WARNING, finding: say('midi.command-unread', { count, line: example }), todo }]),
  ];
}

function lost({ name }: ControllerView): Finding {
  return {
    ...WARNING,
    finding: say('midi.controller-lost', { name }),
    todo: say('midi.connect-controller'),
  };
}

function connected({ name, faders }: ControllerView): Finding {
  const unmoved = faders.filter(({ position }) => position === null).map(({ fader }) => fader);
  return unmoved.length === 0
    ? okFinding('devices', say('midi.faders-known', { name }))
    : {
        area: 'devices',
        severity: 'note',
        finding: say('midi.faders-unmoved', { name, faders: unmoved.map(titleOf) }),
        means: say('midi.faders-unmoved-means'),
        todo: say('midi.move-faders'),
      };
}

function titleOf(fader: FaderName): Text {
  return fader === 'x' ? say('midi.crossfader') : say('midi.fader-of-deck', { deck: fader });
}
