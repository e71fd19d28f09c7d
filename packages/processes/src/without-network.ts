import { spawnSync } from 'node:child_process'

/** Administrators may create a network namespace at once, others only with a namespace of users. */
const WAYS: readonly (readonly string[])[] = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
]
let found: { way: readonly string[] | undefined } | undefined

/**
 * The command that starts a program in an empty network namespace, where it reaches no other machine and no server on this
 * one. Undefined where the system does not allow that, as in most containers. The program keeps its process id.
 */
export function withoutNetwork(): readonly string[] | undefined {
  found ??= { way: process.platform === 'linux' ? WAYS.find(works) : undefined }
  return found.way
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
}
