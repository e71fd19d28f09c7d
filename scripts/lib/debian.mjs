import { existsSync } from 'node:fs'
import { say } from './say.mjs'
import { run } from './test-step.mjs'

/**
 * The most recent run of apt. The next run waits until this one has ended, because apt locks its database.
 * @type {Promise<unknown> | undefined}
 */
let last

/** Installs a Debian package if run as root on a system with apt. Otherwise does nothing. @param {string} name */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  last = (last ?? apt('update')).then(() => {
    say(name, 'installing')
    return apt('install', '-y', '--no-install-recommends', name)
  })
  await last
}

/** Runs apt-get at run level 1, at which server packages do not start their servers. @param {...string} args */
function apt(...args) {
  return run('apt-get', ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } })
}
