import { execFileSync, spawnSync } from 'node:child_process'
import { EmbeddedError } from './embedded-error.ts'

export interface SystemUser {
  uid: number
  gid: number
}

const NAME = 'postgres'

/**
 * Returns the user `postgres` if this process runs as root, because PostgreSQL refuses to run as root. Creates the user
 * if it is missing. Undefined if this process does not run as root, because PostgreSQL then runs as the same user.
 */
export function databaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  return lookUp() ?? create()
}

/** Whether the user can access the folder. Tries to enter the folder, because file modes alone are not conclusive. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, stdio: 'ignore', cwd: '/' }).status === 0
}

function lookUp(): SystemUser | undefined {
  const uid = idOf('-u')
  const gid = idOf('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function idOf(flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, NAME], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

function create(): SystemUser {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', NAME]],
    ['adduser', ['--system', '--group', '--no-create-home', NAME]],
    ['adduser', ['-S', '-D', '-H', NAME]],
  ]
  for (const [command, options] of ways) {
    if (spawnSync(command, options, { stdio: 'ignore' }).status !== 0) continue
    const user = lookUp()
    if (user) return user
  }
  throw new EmbeddedError(
    `PostgreSQL cannot run as root, and the user "${NAME}" could not be created. Create it (useradd --system ${NAME}), start Millrace as another user, or set DATABASE_URL.`,
  )
}

/** Runs a program as the user and returns the output. Throws an error with the program's stderr if it fails. */
export function runAs(user: SystemUser | undefined, command: string, options: string[], input?: string): string {
  return execFileSync(command, options, {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    input: input ?? '',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}
