import { expect, test } from 'vitest';
import { bytesOf, checkFixtures } from '../../../wire-kit/src/testing/fixtures.ts';
import { StagelinqError } from '../errors.ts';
import {
  beatFixtures,
  broadcastFixtures,
  directoryFixtures,
  discoveryFixtures,
  fileFixtures,
  stateFixtures,
} from '../testing/fixtures.ts';

checkFixtures('discovery', discoveryFixtures, StagelinqError);
checkFixtures('directory', directoryFixtures, StagelinqError);
checkFixtures('state map', stateFixtures, StagelinqError);
checkFixtures('beat info', beatFixtures, StagelinqError);
checkFixtures('broadcast', broadcastFixtures, StagelinqError);
checkFixtures('file transfer', fileFixtures, StagelinqError);

test('the null string in place of a path throws a typed error', () => {
  const bytes = bytesOf({ hex: '00000010 736d6161 000007d2 ffffffff 00000064' });
  expect(() => stateFixtures.codec.decode(bytes)).toThrow(StagelinqError);
});
