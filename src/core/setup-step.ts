/** One thing to do. */
export interface SetupStep {
  /** A sentence; no full stop. */
  readonly text: string;
  /** What to type elsewhere; absent where there is nothing to type. */
  readonly copy?: string;
  /** Names of the options to set here. */
  readonly set?: readonly string[];
  /** The authorization is given here. */
  readonly authorize?: true;
}
