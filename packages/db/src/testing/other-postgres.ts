import { spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, readPidFile, stopPostmaster } from '../embedded-postmaster.ts'
import { SUPERUSER, socketUrl } from '../embedded-settings.ts'
import { databaseUser, runAs } from '../embedded-user.ts'

/** Starts another version of PostgreSQL from the folder of its programs, with its socket next to its data. */
export async function startOtherPostgres(programs: string, folder: string, settings: Record<string, string>) {
  const user = databaseUser()
  const [cluster, socket] = [join(folder, 'postgres'), join(folder, 'socket')]
  for (const made of [cluster, socket]) {
    mkdirSync(made, { mode: 0o700 })
    if (user) chownSync(made, user.uid, user.gid)
  }
  const locale = ['--lc-collate=C', '--lc-ctype=C.UTF-8']
  runAs(user, join(programs, 'initdb'), ['-D', cluster, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', ...locale])
  const given = { ...settings, listen_addresses: '', unix_socket_directories: socket }
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...options], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const pid = child.pid ?? 0
  while (!readPidFile(cluster)?.ready) {
    if (!isAlive(pid)) throw new Error(`${programs}/postgres did not start.`)
    await sleep(10)
  }
  return { superuserUrl: socketUrl(SUPERUSER, 'postgres', socket), stop: () => stopPostmaster(pid) }
}
