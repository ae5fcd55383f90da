/** One mistake in a set file. */
export interface SetProblem {
  /** The file and the line. */
  readonly where: string;
  /** Short, with no full stop. */
  readonly what: string;
}

/** A set file that cannot be read, or holds at least one problem. */
export class SetError extends Error {
  override readonly name = 'SetError';

  constructor(readonly problems: readonly SetProblem[]) {
    super('the set cannot be read');
  }
}

/** This computer cannot run the simulation; the message says why, and what to do. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
