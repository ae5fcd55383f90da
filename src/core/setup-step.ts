import type { Text } from './message.ts';

export type SetupStep = SetupStepOf<Text>;

export interface SetupStepOf<T> {
  /** One sentence without a full stop. */
  readonly text: T;
  readonly copy?: string;
  readonly set?: readonly string[];
  /** Value of the first option of `set` with which other computers reach it; a button fills it in. */
  readonly network?: string;
  /** `text` is a switch: on, it gives the first option of `set` this value unless it has one; off, it clears it. */
  readonly offers?: string;
  /** Shown only while this option has one of these values. */
  readonly when?: { readonly option: string; readonly is: readonly string[] };
  /** Set if the user authorizes the part in this step. */
  readonly authorize?: true;
}
