import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type Problem, RunError } from '../../core/errors.ts';
import { say, spoken, type Text, type Texted } from '../../core/message.ts';
import { type Files, type OptionTable, Secret } from '../../core/option.ts';
import { Turns } from '../../core/waiting.ts';
import { whyNotWritten, writtenFinding } from '../../host/folders.ts';
import { HERE_ONLY, inFull, type OptionProblem, readChanges } from '../../settings/changes.ts';
import type { CommandContext, Reloaded } from '../../settings/command.ts';
import { type Change, EMPTY_FILE, editText, isEditable, settingLines } from '../../settings/edit/index.ts';
import { fileEntries, withoutLine } from '../../settings/entries.ts';
import { type ConfigFile, extensionOf, readConfigContent, readConfigFile } from '../../settings/file.ts';
import { expandHome, type Pattern } from '../../settings/kinds.ts';
import { pathToCreate } from '../../settings/places.ts';
import { fullPlace, isFromFile, isSame } from '../../settings/resolve.ts';
import type { GivenPicture, ReadSettings, SaveOutcome, SettingsStore } from '../../web/index.ts';
import type { CheckRequest, SaveRequest } from '../../web/requests.ts';
import { familyOf } from '../../web/theme/own.ts';
import type { CheckAnswer, PictureAnswer, SettingProblem } from '../../web/wire/settings.ts';
import { describeOptions } from './describe.ts';
import { GIVEN_FILES } from './given-files.ts';
import type { SettingsReading } from './reload.ts';
import { GROUP_NAMES } from './titles.ts';

/** May hold secrets. */
const OWNER_ONLY = 0o600;
const MOST_PATHS = 100;
/** Folder for pictures and fonts of looks, beside the configuration file, until the user names another one. */
const OWN_FILES = 'pictures';
const LONGEST_STEM = 60;
/** Remote callers' disk: a secret may name a file (`@path`), which a changed address would send away. */
const NO_FILES: Files = {
  stat: async () => undefined,
  read: notFromElsewhere,
  realpath: notFromElsewhere,
};

async function notFromElsewhere(): Promise<never> {
  throw new RunError(say('settings.file-here-only'));
}

interface Current {
  readonly path: string;
  readonly content: Uint8Array | undefined;
  readonly revision: string;
  readonly file: ConfigFile | undefined;
  readonly loaded: Reloaded;
}

/**
 * `saveAndRead`: writes the file and reloads the settings, without another reload between; reloads nothing if the
 * callback resolves to false.
 */
export function createSettingsStore<Options extends OptionTable>(
  table: Options,
  context: Pick<CommandContext<Options>, 'configFile' | 'environment' | 'reload' | 'resolution' | 'tools'>,
  saveAndRead: (write: () => Promise<boolean>) => Promise<SettingsReading>,
): SettingsStore {
  const { environment, resolution: running, tools } = context;
  const { disk, log } = tools;

  async function pathInUse(): Promise<string> {
    const known = context.configFile ?? (await context.reload()).configFile;
    return known ?? pathToCreate(environment);
  }

  async function readAt(path: string): Promise<Pick<Current, 'content' | 'file'>> {
    try {
      const content = await disk.read(path);
      return { content, file: content && (await readConfigContent(path, content)) };
    } catch (error) {
      // The path may lead to a folder.
      return { content: undefined, file: await readConfigFile(path, { read: () => Promise.reject(error) }) };
    }
  }

  async function current(): Promise<Current> {
    const path = await pathInUse();
    const { content, file } = await readAt(path);
    return { path, content, revision: revisionOf(content), file, loaded: await context.reload(file) };
  }

  /** Whether the file was removed or emptied since the running program read it, which goes on with what it held. */
  function isMissing({ content, loaded }: Pick<Current, 'content' | 'loaded'>): boolean {
    return (content === undefined || loaded.blankFile === true) && isFromFile(running);
  }

  async function read(isHere: boolean): Promise<ReadSettings> {
    const { path, content, revision, file, loaded } = await current();
    const { resolution, problems, warnings } = loaded;
    const isReadable = content !== undefined && file?.problems.length === 0;
    const lines = isReadable ? await settingLines(extensionOf(path), textOf(content)) : new Map();
    const inFile = file && fileEntries(table, file).byOption;
    const isAway = isMissing({ content, loaded }) && (file === undefined || loaded.blankFile === true);
    const found = isAway
      ? [
          { where: path, what: say('settings.file-went-goes-on') },
          ...problems.filter(({ where }) => where !== path),
        ]
      : [...problems, ...warnings];
    return {
      file: { path, exists: file !== undefined },
      revision,
      groups: GROUP_NAMES,
      options: describeOptions(table, {
        // The program goes on with its values if the file cannot be read.
        resolution: isAway || (file !== undefined && file.problems.length > 0) ? running : resolution,
        running,
        lines,
        inFile,
        environment,
        isHere,
      }),
      problems: found.map((problem) => spoken<SettingProblem>(withOption(problem, loaded))),
    };
  }

  async function keepPicture({
    picture,
    name,
    kind = 'picture',
  }: GivenPicture): Promise<Texted<Omit<PictureAnswer, 'v'>>> {
    const { endingOf, other, most, tooLarge } = GIVEN_FILES[kind];
    const ending = endingOf(picture);
    if (ending === undefined) {
      return { done: false, reason: other };
    }
    if (picture.length > most) {
      return { done: false, reason: tooLarge };
    }
    const beside = dirname(await pathInUse());
    let path = join(beside, `deckcast-logo${ending}`);
    try {
      if (name !== undefined) {
        const { settings } = (await context.reload()).resolution;
        const folder = expandHome(String(settings['theme.files'] ?? '')) || join(beside, OWN_FILES);
        await disk.makeFolder(folder);
        path = await freePath(folder, stemOf(name) || (kind === 'font' ? 'font' : 'logo'), {
          ending,
          picture,
        });
      }
      await disk.replace(path, picture);
      return { done: true, path, ...(kind === 'font' && { family: familyOf(basename(path)) }) };
    } catch (error) {
      return {
        done: false,
        reason: say('settings.configuration-file-cannot-written', { path, reason: whyNotWritten(error) }),
      };
    }
  }

  /** The user's other files stay; the same picture is kept once. */
  async function freePath(
    folder: string,
    stem: string,
    { ending, picture }: { readonly ending: string; readonly picture: Uint8Array },
  ): Promise<string> {
    for (let count = 1; ; count += 1) {
      const path = join(folder, `${stem}${count === 1 ? '' : `-${count}`}${ending}`);
      const there = await disk.read(path);
      if (there === undefined || Buffer.from(there).equals(picture)) {
        return path;
      }
    }
  }

  async function save(
    { revision, set = {}, unset = [] }: SaveRequest,
    isHere: boolean,
  ): Promise<Texted<SaveOutcome>> {
    const now = await current();
    const { path, content, file, loaded } = now;
    if (revision !== now.revision) {
      return { outcome: 'conflict', revision: now.revision, reason: CHANGED_MEANWHILE };
    }
    if (file !== undefined && file.problems.length > 0) {
      return refused(file.problems, say('settings.configuration-file-mistake-correct-editor'));
    }
    if (isMissing(now)) {
      return { outcome: 'refused', reason: say('settings.file-went', { path }) };
    }
    const { origins, settings } = loaded.resolution;
    const files = filesFor(isHere);
    const { changes, problems } = await readChanges(
      table,
      { set, unset },
      { file, origins, settings, files, isHere },
    );
    if (problems.length > 0) {
      return refused(problems, say('settings.some-values-not-allowed-so-nothing'));
    }

    const before = textOf(content);
    const edited = await editText(extensionOf(path), before, changes);
    if (!edited.ok && edited.byHand.do !== 'remove' && edited.byHand.written === undefined) {
      return { outcome: 'refused', reason: cannotHold(extensionOf(path), edited.byHand.option) };
    }
    if (!edited.ok) {
      return {
        outcome: 'refused',
        reason: whyByHand(extensionOf(path)),
        byHand: { ...edited.byHand, file: path },
      };
    }
    const after = Buffer.from(markOf(content) + edited.text);
    const next = await context.reload(await readConfigContent(path, after));
    const added = next.problems.filter((problem) => !isKnown(problem, loaded.problems, path));
    if (added.length > 0) {
      const named = added.map((problem) => withOption(problem, next));
      return refused(named, say('settings.these-settings-do-not-go-together'));
    }

    const exposed = isHere ? [] : await exposedSecrets(set, loaded.resolution.settings, next);
    if (exposed.length > 0) {
      return refused(exposed, say('settings.secret-would-go-another-address-so'));
    }

    let still = revision;
    const {
      changed,
      needRestart,
      problems: inTheWay,
    } = await saveAndRead(async () => {
      if (edited.text === before && content !== undefined) {
        return true;
      }
      // The file may have changed during the checks.
      still = revisionOf(await disk.read(path));
      if (still !== revision) {
        return false;
      }
      if (content !== undefined) {
        await disk.replace(`${path}.bak`, content, { mode: OWNER_ONLY, rightsOf: path, durable: true });
      }
      await disk.replace(path, after, { mode: OWNER_ONLY, rightsOf: path, durable: true });
      log.info('settings saved', { file: path, options: [...Object.keys(set), ...unset].join(' ') });
      return true;
    });
    if (still !== revision) {
      return { outcome: 'conflict', revision: still, reason: CHANGED_MEANWHILE };
    }
    const failed = new Set(inTheWay.map((problem) => ('option' in problem ? problem.option : undefined)));
    const kept =
      failed.size === 0
        ? after
        : await takeBack(
            now,
            changes.filter(({ name }) => !failed.has(name)),
          );
    if (failed.size > 0 && changed.length === 0 && needRestart.length === 0) {
      return refused(inTheWay, say('settings.nothing-could-start'));
    }
    const wrong = [...inTheWay, ...(await unwritable(Object.keys(set), next.resolution.settings))];
    return {
      outcome: 'saved',
      revision: revisionOf(kept),
      changed,
      needRestart,
      ...(wrong.length > 0 && { problems: wrong }),
    };
  }

  /**
   * Addresses that a remote caller changes without giving the stored secrets that go there: the address may be the
   * caller's.
   */
  async function exposedSecrets(
    set: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>>,
    { resolution: { settings: after } }: Reloaded,
  ): Promise<readonly OptionProblem[]> {
    const changed = Object.entries(table).filter(
      ([name, { sends = [] }]) => sends.length > 0 && !isSame(before[name], after[name]),
    );
    const found = await Promise.all(
      changed.map(async ([name, { sends = [] }]): Promise<readonly OptionProblem[]> => {
        const kept = await Promise.all(sends.map((secret) => secret in set || isEmptySecret(after[secret])));
        const missing = sends.filter((_, index) => kept[index] === false).map((secret) => `--${secret}`);
        const what = say('settings.would-go-save-again-together-change', { names: missing.join(' and ') });
        return missing.length === 0 ? [] : [{ option: name, where: `--${name}`, what }];
      }),
    );
    return found.flat();
  }

  /** `value`: a secret, or a path of its file. */
  async function isEmptySecret(value: unknown): Promise<boolean> {
    return value instanceof Secret
      ? value.isEmpty
      : typeof value !== 'string' || (await disk.stat(expandHome(value))) === undefined;
  }

  /** Allows files and folders that cannot be written, because a disk may be connected later. */
  async function unwritable(
    names: readonly string[],
    settings: Readonly<Record<string, unknown>>,
  ): Promise<readonly OptionProblem[]> {
    const written = names.filter((name) => table[name]?.kind.isWritten);
    const found = await Promise.all(
      written.map(async (name): Promise<readonly OptionProblem[]> => {
        const where = `--${name}`;
        const path = String(settings[name]);
        if (path === '') {
          return [];
        }
        const isFolder = table[name]?.kind.path === 'directory';
        const use = { option: where, path, without: '', isFolder };
        const { severity, ...found } = await writtenFinding(use, disk);
        return severity === 'ok'
          ? []
          : [
              {
                option: name,
                where,
                what: say('settings.saved-but', { finding: found.finding, todo: found.todo }),
              },
            ];
      }),
    );
    return found.flat();
  }

  /** Removes values with which parts cannot start: the next start would fail. */
  async function takeBack({ path, content }: Current, changes: readonly Change[]): Promise<Uint8Array> {
    const edited = await editText(extensionOf(path), textOf(content), changes);
    const text = edited.ok && edited.text !== '' ? edited.text : textOf(content) || EMPTY_FILE;
    const kept = Buffer.from(markOf(content) + text);
    await saveAndRead(async () => {
      await disk.replace(path, kept, { mode: OWNER_ONLY, rightsOf: path, durable: true });
      return true;
    });
    return kept;
  }

  async function check(
    { option, value, text = '' }: CheckRequest,
    isHere: boolean,
  ): Promise<Texted<Omit<CheckAnswer, 'v'>>> {
    const kind = Object.hasOwn(table, option) ? table[option]?.kind : undefined;
    if (kind?.path !== undefined && !isHere) {
      return { done: false, reason: HERE_ONLY };
    }
    const parsed = await kind?.parse(String(inFull(kind, value)), filesFor(isHere));
    if (parsed?.ok !== true) {
      return { done: false, reason: parsed?.problem ?? say('settings.unknown-option') };
    }
    if (kind?.format !== 'regex') {
      return { done: true };
    }
    const pattern = parsed.value as Pattern | undefined;
    const captured = pattern?.capture(text);
    return { done: true, matches: pattern?.test(text) ?? false, ...(captured !== undefined && { captured }) };
  }

  async function paths(folder: string): Promise<readonly string[]> {
    const names = await disk.list(expandHome(folder)).catch(() => []);
    return [...names]
      .sort()
      .slice(0, MOST_PATHS)
      .map((name) => folder + name);
  }

  function filesFor(isHere: boolean): Files | undefined {
    return isHere ? environment.files : NO_FILES;
  }

  // The second of two savers finds the file changed.
  const saves = new Turns();

  return {
    read,
    keepPicture: async (given) => spoken<Omit<PictureAnswer, 'v'>>(await keepPicture(given)),
    check: async (request, isHere) => spoken<Omit<CheckAnswer, 'v'>>(await check(request, isHere)),
    paths,
    save: (request, isHere) =>
      saves
        .run(async () => spoken<SaveOutcome>(await save(request, isHere)))
        .catch(async (error: unknown): Promise<SaveOutcome> => {
          const why = whyNotWritten(error);
          log.error('cannot save the settings', { reason: why });
          return spoken<SaveOutcome>({
            outcome: 'failed',
            reason: say('settings.configuration-file-cannot-written', {
              path: await pathInUse(),
              reason: why,
            }),
          });
        }),
  };
}

const CHANGED_MEANWHILE = say('settings.configuration-file-changed-since-you-read');

function whyByHand(extension: string): Text {
  return isEditable(extension)
    ? say('settings.file-cannot-changed-here-without-touching')
    : say('settings.file-format-edited-by-hand', { extension });
}

function cannotHold(extension: string, name: string): Text {
  return say('settings.cannot-hold', { extension, name });
}

function revisionOf(content: Uint8Array | undefined): string {
  return content === undefined ? 'none' : createHash('sha256').update(content).digest('hex').slice(0, 32);
}

const MARK = '\ufeff';

function textOf(content: Uint8Array | undefined): string {
  // The decoder drops the byte-order mark.
  return content === undefined ? '' : new TextDecoder().decode(content);
}

/** Byte-order mark to preserve. */
function markOf(content: Uint8Array | undefined): string {
  return content?.[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? MARK : '';
}

function refused(problems: readonly (Problem | OptionProblem)[], reason: Text): Texted<SaveOutcome> {
  return { outcome: 'refused', reason, problems };
}

/** Ignores the line: other changes may have moved the problem to another one. */
function isKnown(problem: Problem, known: readonly Problem[], path: string): boolean {
  const at = ({ where, what }: Problem): string => `${withoutLine(where, path)}: ${what}`;
  return known.some((one) => at(one) === at(problem));
}

/** Finds the option by the place that sets it. */
function withOption(
  problem: Problem,
  { resolution: { origins, configFile } }: Reloaded,
): Problem & { option?: string } {
  const where = withoutLine(problem.where, configFile);
  const option = Object.entries(origins).find(
    ([name, origin]) => fullPlace(origin, configFile) === where || `--${name}` === where.split('=', 1)[0],
  )?.[0];
  return option === undefined ? problem : { ...problem, option };
}

/** File name without its ending, in letters that every disk takes; may be empty. */
function stemOf(name: string): string {
  const letters = name.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return letters.replace(/^-+/, '').slice(0, LONGEST_STEM);
}
