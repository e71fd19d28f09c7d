import { existsSync } from 'node:fs'
import { say } from './say.mjs'
import { run } from './test-step.mjs'

/** Installs a Debian package if run as root on a system with apt. Otherwise does nothing. @param {string} name */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(name, 'install')
  // At run level 1, packages of servers do not start them.
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}
