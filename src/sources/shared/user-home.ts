import { homedir } from 'node:os';

export interface UserHome {
  readonly platform: NodeJS.Platform;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function userHome(): UserHome {
  return { platform: process.platform, directory: homedir(), env: process.env };
}
