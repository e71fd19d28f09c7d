import { existsSync } from 'node:fs'
import { IS_LONG } from '../../packages/tables/src/testing/long.ts'
import { installPackage } from './debian.mjs'
import { Refusal, say } from './say.mjs'
import { runVitest } from './test-step.mjs'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

/** Tests that together cover migrations, triggers, policies, the queue, and the queries of lists. */
const TESTS = [
  'packages/db/src/act.test',
  'packages/db/src/changes.test',
  'packages/db/src/migrate.test',
  'packages/db/src/name-search.test',
  'packages/db/src/testing',
  'packages/db/src/used-tags.test',
  'packages/dispatch',
  'server/src/access/scope.test',
  'server/src/features/jobs/common-name.test',
  'server/src/features/jobs/job-list.test',
  'server/src/features/jobs/job-queries.test',
  'server/src/features/processing-steps/step-queries.test',
  'server/src/features/tags/tag-query.test',
  'server/src/features/work-data/work-data-queries.test',
  'server/src/http/row-level-security.test',
]

/**
 * Further tests. Together with `TESTS`, they run the statements of most stores. Other behavior doesn’t depend on the
 * version.
 */
const MORE_TESTS = [
  'server/src/auth/user-list.test',
  ...[
    'access-requests/access-requests',
    'account/delete-account',
    'activity/activity',
    'admin/admin-variants',
    'api-keys/api-keys',
    'comments/comments',
    'export/export',
    'jobs/jobs',
    'jobs/needs-you',
    'jobs/sub-jobs',
    'processing-steps/steps',
    'work-data/partial-uploads',
    'work-data/versions',
    'work-data/work-data',
    'worker-gateway/claims',
    'worker-gateway/leases',
    'worker-gateway/worker-gateway',
    'workflows/continuation',
    'workflows/executions',
  ].map((name) => `server/src/features/${name}.test`),
]

/** Installs PostgreSQL 15 in CI. On other machines, it is optional. */
export async function ensurePostgres15() {
  if (!existsSync(PROGRAMS) && process.env.CI) await installPackage('postgresql-15')
}

/**
 * Repeats the tests with the most SQL on the oldest supported version of PostgreSQL.
 * @param {import('./test-step.mjs').Output} [output]
 */
export async function onPostgres15(output) {
  if (!existsSync(PROGRAMS)) return missing()
  return runVitest('postgres-15', 'vitest.config.ts', {
    // Each Vitest worker would load the server again, which takes a fifth of the processor time.
    args: ['--maxWorkers=1', ...(IS_LONG ? [...TESTS, ...MORE_TESTS] : TESTS)],
    env: { TEST_POSTGRES: PROGRAMS },
    output,
  })
}

function missing() {
  if (process.env.CI) throw new Refusal(`PostgreSQL 15 was not found in ${PROGRAMS} and could not be installed.`)
  say('postgres-15', 'skipped', `PostgreSQL 15 was not found in ${PROGRAMS}; on Debian: apt-get install postgresql-15`)
  return { passed: 0, failed: 0 }
}
