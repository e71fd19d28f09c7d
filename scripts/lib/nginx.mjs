import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'

const PROGRAM = '/usr/sbin/nginx'

/**
 * Installs nginx in CI if it is missing. Elsewhere, only reports that it is missing. One journey uses nginx as a
 * reverse proxy.
 */
export async function ensureNginx() {
  if (!existsSync(PROGRAM) && process.env.CI) await installPackage('nginx')
  if (existsSync(PROGRAM)) return
  if (process.env.CI) throw new Refusal(`nginx was not found in ${PROGRAM} and could not be installed.`)
  say('nginx', 'skipped', `nginx was not found in ${PROGRAM}; on Debian: apt-get install nginx`)
}
