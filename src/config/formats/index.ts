/** The formats of configuration files by extension, in the order in which a directory is searched. */
import type { ReadFormat } from './format.ts';

export type FormatName = 'json' | 'toml' | 'yaml' | 'properties' | 'hcl' | 'dotenv' | 'ini';

export const FORMAT_NAMES: ReadonlyMap<string, FormatName> = new Map([
  ['json', 'json'],
  ['toml', 'toml'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['properties', 'properties'],
  ['props', 'properties'],
  ['prop', 'properties'],
  ['hcl', 'hcl'],
  ['tfvars', 'hcl'],
  ['dotenv', 'dotenv'],
  ['env', 'dotenv'],
  ['ini', 'ini'],
]);

const READERS: Readonly<Record<FormatName, () => Promise<ReadFormat>>> = {
  json: async () => (await import('./json.ts')).readJson,
  toml: async () => (await import('./toml.ts')).readToml,
  yaml: async () => (await import('./yaml.ts')).readYaml,
  properties: async () => (await import('./properties.ts')).readProperties,
  hcl: async () => (await import('./hcl.ts')).readHcl,
  dotenv: async () => (await import('./dotenv.ts')).readDotenv,
  ini: async () => (await import('./ini.ts')).readIni,
};

/** By extension. Each loads its parser only when such a file is read. */
export const FORMATS: ReadonlyMap<string, () => Promise<ReadFormat>> = new Map(
  Array.from(FORMAT_NAMES, ([extension, name]) => [extension, READERS[name]]),
);
