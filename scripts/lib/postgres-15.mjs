import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'
import { runVitest } from './test-step.mjs'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

/**
 * The tests that between them run the migrations, triggers, policies, the queue, and the statements of each store once.
 * What else those features promise does not depend on the version.
 */
const TESTS = [
  'packages/db/src/act.test',
  'packages/db/src/changes.test',
  'packages/db/src/migrate.test',
  'packages/db/src/name-search.test',
  'packages/db/src/testing',
  'packages/db/src/used-tags.test',
  'packages/dispatch',
  ...[
    'access/scope',
    'auth/user-list',
    'features/account/delete-account',
    'features/activity/activity',
    'features/admin/admin-variants',
    'features/api-keys/api-keys',
    'features/jobs/job-list',
    'features/jobs/job-queries',
    'features/jobs/jobs',
    'features/jobs/needs-you',
    'features/jobs/sub-jobs',
    'features/processing-steps/step-queries',
    'features/processing-steps/steps',
    'features/tags/tag-query',
    'features/work-data/partial-uploads',
    'features/work-data/versions',
    'features/work-data/work-data-queries',
    'features/work-data/work-data',
    'features/worker-gateway/claims',
    'features/worker-gateway/leases',
    'features/worker-gateway/worker-gateway',
    'features/workflows/continuation',
    'features/workflows/executions',
    'http/row-level-security',
  ].map((name) => `server/src/${name}.test`),
]

/** Installs PostgreSQL 15 in CI. On a developer's machine it is optional. */
export async function ensurePostgres15() {
  if (!existsSync(PROGRAMS) && process.env.CI) await installPackage('postgresql-15')
}

/**
 * Repeats the tests that touch the most SQL on the oldest supported version of PostgreSQL.
 * @param {import('./test-step.mjs').Output} [output]
 */
export async function onPostgres15(output) {
  if (!existsSync(PROGRAMS)) return missing()
  return runVitest('postgres-15', 'vitest.config.ts', { only: TESTS, env: { TEST_POSTGRES: PROGRAMS }, output })
}

function missing() {
  if (process.env.CI) throw new Refusal(`PostgreSQL 15 was not found in ${PROGRAMS} and could not be installed.`)
  say('postgres-15', 'skipped', `PostgreSQL 15 was not found in ${PROGRAMS}; on Debian: apt-get install postgresql-15`)
  return { passed: 0, failed: 0 }
}
