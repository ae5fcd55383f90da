import { posix, win32 } from 'node:path';
import type { Disk } from '../../core/tools.ts';

export interface TraktorInstallation {
  /** `Traktor Pro 3`. */
  readonly program: string;
  /** Replaced by the user. */
  readonly folder: string;
  readonly hasClient: boolean;
  /** Target of the API client; absent if unreadable. */
  readonly url?: string;
}

export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Never rejects. */
export async function findTraktor(
  { platform, env }: Computer,
  disk: Disk,
): Promise<readonly TraktorInstallation[]> {
  const { join } = platform === 'win32' ? win32 : posix;
  const vendor =
    platform === 'win32'
      ? join(env.ProgramFiles || 'C:\\Program Files', 'Native Instruments')
      : '/Applications/Native Instruments';
  if (platform !== 'win32' && platform !== 'darwin') {
    return [];
  }
  const programs = await disk.list(vendor).catch(() => []);
  const found = programs
    .filter((name) => /^traktor/i.test(name))
    .sort()
    .map(async (program) => {
      const resources =
        platform === 'win32'
          ? [join(vendor, program, 'Resources64')]
          : ['Traktor', program].map((name) => join(vendor, program, `${name}.app`, 'Contents', 'Resources'));
      for (const folder of resources.map((one) => join(one, 'qml', 'CSI'))) {
        if ((await disk.stat(folder).catch(() => undefined)) !== undefined) {
          return [await installation(program, join(folder, 'D2'), join, disk)];
        }
      }
      return [];
    });
  return (await Promise.all(found)).flat();
}

async function installation(
  program: string,
  folder: string,
  join: (...parts: string[]) => string,
  disk: Disk,
): Promise<TraktorInstallation> {
  const script = await disk.read(join(folder, 'Api', 'ApiClient.js')).catch(() => undefined);
  const [url] =
    /https?:\/\/[^\s"'`/]+/.exec(script === undefined ? '' : Buffer.from(script).toString()) ?? [];
  return { program, folder, hasClient: script !== undefined, ...(url === undefined ? {} : { url }) };
}
