/** Directories of the user who runs the program. */
import { homedir } from 'node:os';

export interface UserHome {
  readonly platform: NodeJS.Platform;
  /** Home directory. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function userHome(): UserHome {
  return { platform: process.platform, directory: homedir(), env: process.env };
}
