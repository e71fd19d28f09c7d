import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'
import { runVitest } from './test-step.mjs'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

/**
 * Repeats the tests of migrations, queues and the features with the most SQL on the oldest supported version of
 * PostgreSQL. CI installs it; on a developer's machine it is optional.
 * @param {import('./test-step.mjs').Output} [output]
 */
export async function onPostgres15(output) {
  if (!existsSync(PROGRAMS) && process.env.CI) await installPackage('postgresql-15')
  if (!existsSync(PROGRAMS)) return missing()
  const features = ['jobs', 'work-data', 'worker-gateway', 'processing-steps', 'api-keys']
  const only = [
    'packages/db/src/testing',
    'packages/dispatch',
    ...features.map((name) => `server/src/features/${name}`),
  ]
  return runVitest('postgres-15', 'vitest.config.ts', { only, env: { TEST_POSTGRES: PROGRAMS }, output })
}

function missing() {
  if (process.env.CI) throw new Refusal(`PostgreSQL 15 was not found in ${PROGRAMS} and could not be installed.`)
  say('postgres-15', 'skipped', `PostgreSQL 15 was not found in ${PROGRAMS}; on Debian: apt-get install postgresql-15`)
  return { passed: 0, failed: 0 }
}
