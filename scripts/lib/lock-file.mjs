/*
 * Adds missing entries to the lock file. A native package has one optional dependency per platform. If the registry
 * lacks some of them, `npm install` omits them from the lock file, and `npm ci` then rejects the lock file on every
 * platform. The native package pins their versions, so the missing entries (name, version, platform) can be added
 * without the registry.
 */

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {Record<string, Entry>} Packages as under `packages` in package-lock.json
 */

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const EXACT = /^\d+\.\d+\.\d+[-.\w]*$/

/**
 * Returns the missing entries by path.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function missingEntries(packages) {
  /** @type {Packages} */
  const missing = {}
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const path = placeFor(packages, parent, name, version)
      if (path !== undefined) missing[path] = entryOf(name, version, entry)
    }
  }
  return missing
}

/**
 * Returns the path of a missing entry. Undefined if the version is not exact, or if npm finds a matching entry in the
 * parent's folder or in a folder above.
 * @param {Packages} packages
 * @param {string} parent
 * @param {string} name
 * @param {string} version
 */
function placeFor(packages, parent, name, version) {
  const found = foldersAbove(parent)
    .map((folder) => packages[`${folder}node_modules/${name}`])
    .find((entry) => entry !== undefined)
  if (!EXACT.test(version) || found?.version === version) return undefined
  return found ? `${parent}/node_modules/${name}` : `node_modules/${name}`
}

/**
 * Returns the folder itself and all folders above it up to the root, as prefixes for `node_modules/`.
 * @param {string} folder
 * @returns {string[]}
 */
function foldersAbove(folder) {
  if (folder === '') return ['']
  const end = folder.lastIndexOf('/node_modules/')
  return [`${folder}/`, ...foldersAbove(end < 0 ? '' : folder.slice(0, end))]
}

/**
 * @param {string} name
 * @param {string} version
 * @param {Entry} parent
 * @returns {Entry}
 */
function entryOf(name, version, parent) {
  const words = (name.split('/').at(-1) ?? '').split('-')
  const os = words.filter((word) => SYSTEMS.includes(word))
  const cpu = words.filter((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(os[0] === 'linux' && libc.length > 0 && { libc }),
    ...(parent.license && { license: parent.license }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
