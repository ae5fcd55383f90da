export interface SetProblem {
  readonly where: string;
  /** No full stop. */
  readonly what: string;
}

export class SetError extends Error {
  override readonly name = 'SetError';

  constructor(readonly problems: readonly SetProblem[]) {
    super('the set cannot be read');
  }
}

/** The simulation cannot run here. The message says why, and what to do. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
