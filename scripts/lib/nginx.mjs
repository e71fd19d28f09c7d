import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'

const PROGRAM = '/usr/sbin/nginx'

/** Checks for nginx, which one journey uses as a reverse proxy. nginx is installed in CI and optional elsewhere. */
export async function ensureNginx() {
  if (!existsSync(PROGRAM) && process.env.CI) await installPackage('nginx')
  if (existsSync(PROGRAM)) return
  if (process.env.CI) throw new Refusal(`nginx was not found in ${PROGRAM} and could not be installed.`)
  say('nginx', 'skipped', `nginx was not found in ${PROGRAM}; on Debian: apt-get install nginx`)
}
