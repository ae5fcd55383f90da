/** The formats of configuration files by extension, in the order in which a directory is searched. */
import type { ReadFormat } from './format.ts';

const json = async () => (await import('./json.ts')).readJson;
const toml = async () => (await import('./toml.ts')).readToml;
const yaml = async () => (await import('./yaml.ts')).readYaml;
const properties = async () => (await import('./properties.ts')).readProperties;
const hcl = async () => (await import('./hcl.ts')).readHcl;
const dotenv = async () => (await import('./dotenv.ts')).readDotenv;
const ini = async () => (await import('./ini.ts')).readIni;

/** Each loads its parser only when such a file is read. */
export const FORMATS: ReadonlyMap<string, () => Promise<ReadFormat>> = new Map([
  ['json', json],
  ['toml', toml],
  ['yaml', yaml],
  ['yml', yaml],
  ['properties', properties],
  ['props', properties],
  ['prop', properties],
  ['hcl', hcl],
  ['tfvars', hcl],
  ['dotenv', dotenv],
  ['env', dotenv],
  ['ini', ini],
]);
