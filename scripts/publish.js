// Publishes a folder's packed npm packages: `node scripts/publish.js release`. Skips versions that the registry has, so
// a failed run can be repeated. Uses `NPM_TOKEN`, if set.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIBRARIES } from './package/sources.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder that has the packages.');
  process.exit(2);
}
const order = [...LIBRARIES.map((name) => `@deckcast/${name}`), 'deckcast'];
const packed = readdirSync(folder)
  .filter((file) => file.endsWith('.tgz'))
  .map((file) => ({ file: join(folder, file), ...manifestIn(join(folder, file)) }));
const missing = order.filter((name) => !packed.some((one) => one.name === name));
if (missing.length > 0) {
  console.error(`${folder} has no package of ${missing.join(', ')}`);
  process.exit(1);
}
const settings = mkdtempSync(join(tmpdir(), 'deckcast-publish-'));
try {
  const env = withToken(settings);
  for (const name of order) {
    for (const one of packed.filter((other) => other.name === name)) {
      publish(one, env);
    }
  }
} finally {
  rmSync(settings, { recursive: true });
}

/**
 * @param {{ file: string, name: string, version: string }} packed
 * @param {NodeJS.ProcessEnv} env
 */
function publish({ file, name, version }, env) {
  if (isPublished(`${name}@${version}`, env)) {
    console.log(`${name}@${version} is published already`);
    return;
  }
  // npm demands a tag for pre-releases.
  const tag = version.includes('-') ? ['--tag=next'] : [];
  // npm takes `release/…` without the dot for a repository on GitHub.
  const path = /^[./]/.test(file) ? file : `./${file}`;
  execFileSync('npm', ['publish', path, '--provenance', '--access=public', ...tag], {
    stdio: 'inherit',
    env,
  });
}

/**
 * @param {string} spec
 * @param {NodeJS.ProcessEnv} env
 */
function isPublished(spec, env) {
  const { status, stdout, stderr } = spawnSync('npm', ['view', spec, 'version', '--json'], {
    encoding: 'utf8',
    env,
  });
  if (status !== 0 && !`${stdout}${stderr}`.includes('E404')) {
    throw new Error(`the registry does not say whether it has ${spec}: ${stderr}`);
  }
  return status === 0 && stdout.trim() !== '';
}

/**
 * npm's environment, with the token for its registry.
 * @param {string} place for a file with the token
 * @returns {NodeJS.ProcessEnv}
 */
function withToken(place) {
  const { NPM_TOKEN, ...env } = process.env;
  if (!NPM_TOKEN) {
    return env;
  }
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const file = join(place, 'npmrc');
  writeFileSync(file, `registry=${registry}\n${registry.replace(/^https?:/, '')}:_authToken=${NPM_TOKEN}\n`, {
    mode: 0o600,
  });
  return { ...env, npm_config_userconfig: file };
}

/**
 * @param {string} file
 * @returns {{ name: string, version: string }}
 */
function manifestIn(file) {
  return JSON.parse(execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' }));
}
