// Programs that tests call, with their Debian packages.
import { accessSync, existsSync, constants as modes } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Command that tests call or file that they load, and its package. */
export const PROGRAMS = {
  'chromium-headless-shell': 'chromium-headless-shell',
  cc: 'gcc',
  '/usr/include/stdio.h': 'libc6-dev',
  ip: 'iproute2',
  nft: 'nftables',
  promtool: 'prometheus',
  oscdump: 'liblo-tools',
  cueprint: 'cuetools',
  cuebreakpoints: 'cuetools',
  shnsplit: 'shntool',
  python3: 'python3',
  tshark: 'tshark',
  dumpcap: 'tshark',
  text2pcap: 'tshark',
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  'fc-list': 'fontconfig',
  pg_ctlcluster: 'postgresql',
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc': 'fonts-noto-cjk',
  '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf': 'fonts-noto-color-emoji',
  'mkfs.ext4': 'e2fsprogs',
  'dbus-daemon': 'dbus',
  playerctl: 'playerctl',
  mpv: 'mpv',
  '/usr/lib/mpv-mpris/mpris.so': 'mpv-mpris',
  qmlscene: 'qmlscene',
  '/usr/share/doc/qml-module-qtquick2/copyright': 'qml-module-qtquick2',
  ffmpeg: 'ffmpeg',
  ezstream: 'ezstream',
  icecast2: 'icecast2',
  nginx: 'nginx',
  mpd: 'mpd',
  'systemd-analyze': 'systemd',
};

/** Tests at full length only. */
export const LARGE_PROGRAMS = {
  liquidsoap: 'liquidsoap',
  butt: 'butt',
  'swift-ring-builder': 'swift',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  qlcplus: 'qlcplus',
  pd: 'puredata-core',
  debootstrap: 'debootstrap',
  'qemu-aarch64-static': 'qemu-user-static',
  lintian: 'lintian',
  'desktop-file-validate': 'desktop-file-utils',
};

/** @param {string} command of the tables above */
export function isInstalled(command) {
  if (isAbsolute(command)) {
    return existsSync(command);
  }
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), modes.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
