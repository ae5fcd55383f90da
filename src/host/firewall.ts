import { access, readFile } from 'node:fs/promises';

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

export function letIn(firewall: Firewall, udpPort: number): string {
  const rule = `${udpPort}/udp`;
  switch (firewall) {
    case 'ufw':
      return `sudo ufw allow ${rule}`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --add-port=${rule}, then sudo firewall-cmd --reload`;
    case 'nftables':
      return `sudo nft list ruleset shows the rules; add "udp dport ${udpPort} accept" to the input chain`;
    case 'windows':
      return 'Windows Security → Firewall & network protection → Allow an app: tick Node.js for private and public networks';
    case 'macos':
      return 'System Settings → Network → Firewall → Options: allow incoming connections for node';
    case 'unknown':
      return `let UDP port ${udpPort} in; on Linux "sudo nft list ruleset" or "sudo iptables -L -n" shows the rules`;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
