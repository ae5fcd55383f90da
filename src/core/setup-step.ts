import type { Text } from './message.ts';

export type SetupStep = SetupStepOf<Text>;

export interface SetupStepOf<T> {
  /** One sentence without a full stop. */
  readonly text: T;
  readonly copy?: string;
  readonly set?: readonly string[];
  /** Shown only while this option has one of these values. */
  readonly when?: { readonly option: string; readonly is: readonly string[] };
  /** Set if the user authorizes the part in this step. */
  readonly authorize?: true;
}
