import { access, readFile } from 'node:fs/promises';
import { say, type Text } from '../core/message.ts';

export type Firewall = 'ufw' | 'firewalld' | 'nftables' | 'windows' | 'macos' | 'unknown';

export async function findFirewall(): Promise<Firewall> {
  if (process.platform === 'win32') {
    return 'windows';
  }
  if (process.platform === 'darwin') {
    return 'macos';
  }
  const ufw = await readFile('/etc/ufw/ufw.conf', 'utf8').catch(() => '');
  if (/^ENABLED=yes/m.test(ufw)) {
    return 'ufw';
  }
  if (await isThere('/run/firewalld')) {
    return 'firewalld';
  }
  return (await isThere('/etc/nftables.conf')) ? 'nftables' : 'unknown';
}

export function letIn(firewall: Firewall, port: number): Text {
  const rule = `${port}/udp`;
  switch (firewall) {
    case 'ufw':
      return `sudo ufw allow ${rule}`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --add-port=${rule} && sudo firewall-cmd --reload`;
    case 'nftables':
      return say('firewall.nftables', { port });
    case 'windows':
      return say('firewall.windows');
    case 'macos':
      return say('firewall.macos');
    case 'unknown':
      return say('firewall.unknown', { port });
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
