import type { ReadFormat } from './format.ts';
import { FORMAT_NAMES, type FormatName } from './names.ts';

const READERS: Readonly<Record<FormatName, () => Promise<ReadFormat>>> = {
  json: async () => (await import('./json.ts')).readJson,
  toml: async () => (await import('./toml.ts')).readToml,
  yaml: async () => (await import('./yaml.ts')).readYaml,
  properties: async () => (await import('./properties.ts')).readProperties,
  hcl: async () => (await import('./hcl.ts')).readHcl,
  dotenv: async () => (await import('./dotenv.ts')).readDotenv,
  ini: async () => (await import('./ini.ts')).readIni,
};

/** Parsers load on demand. */
export const FORMATS: ReadonlyMap<string, () => Promise<ReadFormat>> = new Map(
  Array.from(FORMAT_NAMES, ([extension, name]) => [extension, READERS[name]]),
);
