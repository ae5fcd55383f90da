// Fields for npm and users.

const PUBLISHED = [
  'name',
  'version',
  'description',
  'keywords',
  'homepage',
  'bugs',
  'license',
  'author',
  'repository',
  'type',
  'sideEffects',
  'engines',
  'exports',
  'bin',
  'files',
  'publishConfig',
  'dependencies',
];

/**
 * @param {Readonly<Record<string, unknown>>} manifest
 * @param {string} version of this build and of the repository's libraries
 */
export function publishedManifest(manifest, version) {
  const kept = Object.entries(manifest).filter(([key]) => PUBLISHED.includes(key));
  const { dependencies } = manifest;
  return {
    ...Object.fromEntries(kept),
    version,
    ...(typeof dependencies === 'object' && {
      dependencies: Object.fromEntries(
        Object.entries(dependencies ?? {}).map(([name, range]) => [
          name,
          name.startsWith('@deckcast/') ? version : range,
        ]),
      ),
    }),
  };
}
