import type { Text } from './message.ts';

export type SetupStep = SetupStepOf<Text>;

/** One thing to do. */
export interface SetupStepOf<T> {
  /** A sentence; no full stop. */
  readonly text: T;
  /** What to type elsewhere; absent where there is nothing to type. */
  readonly copy?: string;
  /** Names of the options to set here. */
  readonly set?: readonly string[];
  /** The authorization is given here. */
  readonly authorize?: true;
}
