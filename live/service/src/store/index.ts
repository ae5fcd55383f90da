import { messageOf, RunError } from '../../../../src/core/errors.ts';
import type { Clock } from '../../../../src/core/tools.ts';
import type { ServiceSettings } from '../options.ts';
import type { Store } from './contract.ts';

/** Throws a RunError if the store cannot be opened. */
export async function openStore(settings: ServiceSettings, clock: Clock): Promise<Store> {
  switch (settings.store) {
    case 'libsql':
      return explained('the database file (--libsql.file)', async () =>
        (await import('./libsql.ts')).openLibsql(settings['libsql.file'], clock),
      );
    case 'postgres':
      return explained('PostgreSQL (--postgres.url)', async () =>
        (await import('./postgres.ts')).openPostgres(settings['postgres.url'].reveal(), clock),
      );
  }
}

async function explained(what: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    throw new RunError(`cannot open ${what}: ${messageOf(error)}`);
  }
}
