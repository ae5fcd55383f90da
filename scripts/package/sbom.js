// The list of what a package contains (SBOM, CycloneDX 1.5): npm's own, cut down to what really is inside, and with what
// npm does not know about: the libraries in the bundle, Node, and those within a native library.
import { createHash } from 'node:crypto';
import { NODE_VERSION } from './platforms.js';
import { npm } from './sources.js';

const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/;
const WITHIN_NATIVE = /(?:^|\/)@img\/sharp-[^/]+\/versions\.json$/;

/**
 * @param {number} time seconds since 1970-01-01 UTC
 * @param {readonly string[]} inBundle the libraries in the bundle, `name@version`
 * @param {import('./archive.js').Contents} [contents] of an archive; of the npm package when absent
 * @returns {string} JSON
 */
export function billOfMaterials(time, inBundle, contents) {
  const all = JSON.parse(npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx']));
  const bundled = new Set(inBundle);
  const installed = contents === undefined ? undefined : new Set(installedIn(contents));
  /** @type {{ 'bom-ref': string, properties: { name: string, value: string }[] }[]} */
  const known = all.components;
  const components = known.flatMap((component) => {
    const ref = component['bom-ref'];
    const isBundled = bundled.has(ref);
    const isInstalled = installed?.has(ref) ?? !isForDevelopment(component);
    const properties = [{ name: 'deckcast:part-of', value: isBundled ? 'bundle' : 'node_modules' }];
    return isBundled || isInstalled ? [{ ...component, scope: 'required', properties }] : [];
  });
  const listed = new Set(components.map((component) => component['bom-ref']));
  const missing = [...bundled, ...(installed ?? [])].filter((ref) => !listed.has(ref));
  if (missing.length > 0) {
    throw new Error(`npm does not know these parts of the package: ${missing.join(', ')}`);
  }
  const root = all.metadata.component['bom-ref'];
  const kept = new Set([root, ...listed]);
  /** @type {{ ref: string, dependsOn: string[] }[]} */
  const dependencies = all.dependencies;
  return withNumber({
    ...all,
    metadata: {
      ...all.metadata,
      timestamp: new Date(time * 1_000).toISOString(),
      component: { ...all.metadata.component, name: 'deckcast', type: 'application' },
    },
    components: [...components, ...foreign(contents)],
    dependencies: dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  });
}

/** @param {{ properties: { name: string, value: string }[] }} component */
function isForDevelopment({ properties }) {
  return properties.some(({ name }) => name === 'cdx:npm:package:development');
}

/**
 * @param {import('./archive.js').Contents} contents
 * @returns {Iterable<string>} `name@version`
 */
function* installedIn(contents) {
  for (const [path, { bytes }] of contents) {
    const name = PACKAGE.exec(path)?.[1];
    if (name !== undefined) {
      yield `${name}@${JSON.parse(Buffer.from(bytes).toString()).version}`;
    }
  }
}

/**
 * What does not come from npm as a package of its own.
 * @param {import('./archive.js').Contents | undefined} contents
 */
function* foreign(contents) {
  for (const [path, { bytes }] of contents ?? []) {
    if (/^lib\/node(\.exe)?$/.test(path)) {
      const content = createHash('sha512').update(bytes).digest('hex');
      yield { ...generic('node', NODE_VERSION), hashes: [{ alg: 'SHA-512', content }] };
    } else if (WITHIN_NATIVE.test(path)) {
      for (const [name, version] of Object.entries(JSON.parse(Buffer.from(bytes).toString()))) {
        yield generic(name, String(version));
      }
    }
  }
}

/**
 * @param {string} name
 * @param {string} version
 */
function generic(name, version) {
  const purl = `pkg:generic/${name}@${version}`;
  return { 'bom-ref': purl, type: 'library', name, version, scope: 'required', purl };
}

/**
 * The serial number is made from the content, so that it is the same for the same content.
 * @param {object} bill
 */
function withNumber(bill) {
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...bill, serialNumber: '' }))
    .digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${a}-${b}-5${c}-8${d}-${e}` }, undefined, 2)}\n`;
}
