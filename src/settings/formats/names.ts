/** Search order within a directory. */
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
