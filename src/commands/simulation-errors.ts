import { SetError, SimulationError } from '@deckcast/simulator';
import { RunError, UsageError } from '../core/errors.ts';

export function throwAsOurs(error: unknown): never {
  if (error instanceof SetError) {
    throw new UsageError(error.problems, error.message);
  }
  if (error instanceof SimulationError) {
    throw new RunError(error.message, { cause: error });
  }
  throw error;
}
