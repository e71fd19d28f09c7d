import { spawnSync } from 'node:child_process'

/** Administrators may create a network namespace directly, other users only together with a user namespace. */
const WAYS: readonly (readonly string[])[] = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
]
const PROBE_MS = 5000
let found: { way: readonly string[] | undefined } | undefined

/**
 * Returns the command that starts a program in an empty network namespace, where it reaches no other machine and no
 * port of this one. Unix sockets in the file system are not restricted. Undefined if the system does not allow
 * namespaces, as in most containers. The program keeps the process id of the command.
 */
export function withoutNetwork(): readonly string[] | undefined {
  found ??= { way: process.platform === 'linux' ? WAYS.find(works) : undefined }
  return found.way
}

/**
 * Discards what is known about namespaces. Call this if a program did not start, for example because the system has no
 * namespaces left. The next program then checks again what the system allows.
 */
export function forgetNetworkNamespaces(): void {
  found = undefined
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: PROBE_MS }).status === 0
}
