// npm run --silent license:issue -- --name N --email E --version 1 --expires YYYY-MM-DD. Prints only the key on
// standard output.
import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const DEVELOPMENT_KEY = new URL('development-key.pem', import.meta.url);
const USAGE =
  'usage: npm run --silent license:issue -- --name NAME --email EMAIL --version 1 --expires YYYY-MM-DD [--key PEM-FILE]';

try {
  console.log(issue());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}

function issue() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    options: { name: text, email: text, version: text, expires: text, key: text },
  });
  const { name, email, version = '1', expires, key = DEVELOPMENT_KEY } = values;
  if (!name || !email || !expires) {
    throw new Error('--name, --email and --expires are needed');
  }
  if (!/^\d+$/.test(version)) {
    throw new Error(`--version is a whole number, not ${version}`);
  }
  if (!isDate(expires)) {
    throw new Error(`--expires is a date like 2030-12-31, not ${expires}`);
  }
  const record = Buffer.from(JSON.stringify({ name, email, version: Number(version), expires }));
  const signature = sign(null, record, createPrivateKey(readFileSync(key)));
  return `${record.toString('base64url')}.${signature.toString('base64url')}`;
}

/** @param {string} text */
function isDate(text) {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}
