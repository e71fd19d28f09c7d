import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'
import { runVitest } from './test-step.mjs'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

/**
 * The oldest supported version: runs migrations, queues and the features with the most SQL again. CI installs it; on a
 * developer's machine it is optional.
 */
export async function onPostgres15() {
  if (!existsSync(PROGRAMS) && process.env.CI) await installPackage('postgresql-15')
  if (!existsSync(PROGRAMS)) return missing()
  const features = ['jobs', 'work-data', 'worker-gateway', 'processing-steps', 'api-keys']
  const only = [
    'packages/db/src/testing',
    'packages/dispatch',
    ...features.map((name) => `server/src/features/${name}`),
  ]
  return runVitest('postgres-15', 'vitest.config.ts', { only, env: { TEST_POSTGRES: PROGRAMS } })
}

function missing() {
  if (process.env.CI) throw new Refusal(`PostgreSQL 15 is not in ${PROGRAMS} and could not be installed.`)
  say('postgres-15', 'skipped', `there is no PostgreSQL 15 in ${PROGRAMS}; on Debian: apt-get install postgresql-15`)
  return { passed: 0, failed: 0 }
}
