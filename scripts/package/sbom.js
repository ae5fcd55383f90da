// Bill of materials of a package (SBOM, CycloneDX 1.5): npm's, reduced to the contents and completed by libraries in
// the bundle, Node, and libraries within WebAssembly and native modules.
import { createHash } from 'node:crypto';
import { partsOf } from '../third-party/compiled.js';
import { NODE_VERSION } from './platforms.js';
import { npm } from './sources.js';

const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/;
const WITHIN_NATIVE = /(?:^|\/)@img\/sharp-[^/]+\/versions\.json$/;
const PACKAGE_FILE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Compiled Rust libraries contain their sources' paths. */
const CRATE = /index\.crates\.io-[0-9a-f]+[/\\]([A-Za-z0-9_-]+)-(\d+\.\d+\.\d+)[/\\]/g;

/**
 * @param {object} of
 * @param {string} of.version of the program
 * @param {number} of.time seconds since 1970-01-01 UTC
 * @param {readonly string[]} of.bundled the libraries in the bundle, `name@version`
 * @param {import('./archive.js').Contents} [of.contents] of an archive; undefined for the npm package
 * @returns {string} JSON
 */
export function billOfMaterials({ version, time, bundled: inBundle, contents }) {
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
  const foreign = [...new Map([...compiled(components), ...separate(contents)])].map(([, part]) => part);
  return withNumber({
    ...all,
    metadata: {
      ...all.metadata,
      timestamp: new Date(time * 1_000).toISOString(),
      component: { ...all.metadata.component, name: 'deckcast', type: 'application', version },
    },
    components: [...components, ...foreign],
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
 * Libraries compiled into npm's, by identifier. Some versions are only in the archive.
 * @param {readonly { 'bom-ref': string }[]} components
 * @returns {Iterable<[string, object]>}
 */
function* compiled(components) {
  for (const { 'bom-ref': ref } of components) {
    for (const part of partsOf(nameOf(ref)) ?? []) {
      if (part.version !== undefined || !ref.startsWith('@img/')) {
        yield entry('generic', part.name, part.version, part.license);
      }
    }
  }
}

/**
 * Node, and libraries compiled into native ones, as named in an archive's files.
 * @param {import('./archive.js').Contents | undefined} contents
 * @returns {Iterable<[string, object]>}
 */
function* separate(contents) {
  for (const [path, { bytes }] of contents ?? []) {
    if (/^lib\/node(\.exe)?$/.test(path)) {
      const content = createHash('sha512').update(bytes).digest('hex');
      const [ref, node] = entry('generic', 'node', NODE_VERSION);
      yield [ref, { ...node, hashes: [{ alg: 'SHA-512', content }] }];
    } else if (WITHIN_NATIVE.test(path)) {
      const parts = partsOf(PACKAGE_FILE.exec(path)?.[1] ?? '') ?? [];
      for (const [name, version] of Object.entries(JSON.parse(Buffer.from(bytes).toString()))) {
        yield entry('generic', name, String(version), parts.find((part) => part.name === name)?.license);
      }
    } else if (path.endsWith('.node')) {
      for (const [, name = '', version] of Buffer.from(bytes).toString('latin1').matchAll(CRATE)) {
        yield entry('cargo', name, version);
      }
    }
  }
}

/** @param {string} ref `name@version` */
function nameOf(ref) {
  return ref.slice(0, ref.lastIndexOf('@'));
}

/**
 * @param {'generic' | 'cargo'} type of the package URL
 * @param {string} name
 * @param {string} [version]
 * @param {string} [license] SPDX expression
 * @returns {[string, object]}
 */
function entry(type, name, version, license) {
  const purl = `pkg:${type}/${name}${version === undefined ? '' : `@${version}`}`;
  return [
    purl,
    {
      'bom-ref': purl,
      type: 'library',
      name,
      ...(version !== undefined && { version }),
      scope: 'required',
      ...(license !== undefined && { licenses: [{ expression: license }] }),
      purl,
    },
  ];
}

/**
 * Serial number from the content: same content, same number.
 * @param {object} bill
 */
function withNumber(bill) {
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...bill, serialNumber: '' }))
    .digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${a}-${b}-5${c}-8${d}-${e}` }, undefined, 2)}\n`;
}
