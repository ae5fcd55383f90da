/** Writes the same settings in every configuration format, as users would. */
import ini from 'ini';
import { stringify as toYaml } from 'yaml';

export type SettingValue = string | number | boolean | readonly string[];
export type SettingList = readonly (readonly [name: string, value: SettingValue])[];

type Section = { [name: string]: SettingValue | Section };

/** Writers by file extension. */
export const CONFIG_WRITERS: Readonly<Record<string, (settings: SettingList) => string>> = {
  json: (settings) => JSON.stringify(nested(settings), null, 2),
  toml: (settings) => lines(settings, ' = ', (value) => JSON.stringify(value)),
  yaml: (settings) => toYaml(nested(settings)),
  yml: (settings) => lines(settings, ': ', (value) => JSON.stringify(value)),
  properties: (settings) => lines(settings, ' = ', (value) => plainText(value).replace(/[\\]/g, '\\\\')),
  // Without doubled backslashes, as users write who don't know Java.
  props: (settings) => lines(settings, ': ', plainText),
  prop: (settings) => lines(settings, '=', plainText),
  hcl: (settings) => hclBlocks(nested(settings)),
  tfvars: (settings) => lines(settings, ' = ', (value) => JSON.stringify(value)),
  dotenv: (settings) => lines(settings, '=', (value) => `'${plainText(value)}'`, variableName),
  env: (settings) => lines(settings, '=', plainText),
  ini: (settings) => ini.stringify(nested(settings)),
};

function lines(
  settings: SettingList,
  assign: string,
  spell: (value: SettingValue) => string,
  rename: (name: string) => string = (name) => name,
): string {
  return settings.map(([name, value]) => `${rename(name)}${assign}${spell(value)}\n`).join('');
}

function plainText(value: SettingValue): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function variableName(name: string): string {
  return `export ${name.toUpperCase().replaceAll('.', '_')}`;
}

function nested(settings: SettingList): Section {
  const root: Section = {};
  for (const [name, value] of settings) {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    let section = root;
    for (const part of parts) {
      const inner = section[part];
      if (typeof inner === 'object' && !Array.isArray(inner)) {
        // The value is a section that an earlier setting made.
        section = inner as Section;
      } else {
        const made: Section = {};
        section[part] = made;
        section = made;
      }
    }
    section[last] = value;
  }
  return root;
}

function hclBlocks(section: Section): string {
  return Object.entries(section)
    .map(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? `${name} {\n${hclBlocks(value as Section)}}\n` // As above: neither text nor a list.
        : `${name} = ${JSON.stringify(value)}\n`,
    )
    .join('');
}
