import { spawnSync } from 'node:child_process'

/**
 * Commands that create a network namespace. The first one requires root. The second one also creates a user namespace.
 */
const WAYS: readonly (readonly string[])[] = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
]
const PROBE_MS = 5000
let found: { way: readonly string[] | undefined } | undefined

/**
 * Returns the command that starts a program in an empty network namespace, where it cannot reach other machines or
 * ports of this machine. Unix sockets in the file system are not restricted. Undefined if the system does not allow
 * namespaces, as in most containers. The command is replaced by the program, so both have the same process id.
 */
export function withoutNetwork(): readonly string[] | undefined {
  found ??= { way: process.platform === 'linux' ? WAYS.find(works) : undefined }
  return found.way
}

/**
 * Discards the cached result of `withoutNetwork`, so the next call checks again. Call this if a program did not start,
 * for example because the system has no namespaces left.
 */
export function forgetNetworkNamespaces(): void {
  found = undefined
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: PROBE_MS }).status === 0
}
