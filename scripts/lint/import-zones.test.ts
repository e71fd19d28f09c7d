import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importFault } from './import-zones.ts'
import plugin, { type ImportNode } from './millrace-rules.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const server = (path: string) => `apps/server/src/${path}`
const web = (path: string) => `apps/web/src/${path}`

describe('an import', () => {
  it.each([
    ['of a package that the table does not list', 'packages/siren/src/build.ts', 'packages/db/src/act.ts'],
    ['of an app by another workspace', 'packages/db/src/act.ts', server('deps.ts')],
    ['of an app by the browser journeys', 'e2e/people.ts', server('deps.ts')],
    ['of the server by the test of a package', 'packages/db/src/act.test.ts', server('deps.ts')],
    ['of the server by a browser test', 'e2e/jobs.e2e.ts', server('deps.ts')],
    ['of a screen by a browser test', 'e2e/jobs.e2e.ts', web('features/jobs/job-list-screen.tsx')],
    ['of scripts by a package', 'packages/db/src/act.ts', 'scripts/lib/say.mjs'],
    ['of a module of Node by the web app', web('lib/size.ts'), 'node:path'],
    ['of a module of Node by contracts', 'packages/contracts/src/jobs.ts', 'fs'],
    ['of test helpers by production code', server('app.ts'), server('testing/api.ts')],
    ['of test helpers without an extension', 'apps/worker/src/steps.ts', 'apps/worker/src/testing'],
    ['of the test runner by production code', server('features/jobs/x.service.ts'), 'vitest'],
    ['of a library for tests by a package', 'packages/tables/src/read.ts', 'fast-check'],
    ['of a test by production code', server('app.ts'), server('main.test.ts')],
    ['of Hono by a service', server('features/jobs/jobs.service.ts'), 'hono'],
    ['of Node’s HTTP by a service', server('features/jobs/jobs.service.ts'), 'node:http'],
    ['of Node’s HTTP without its scheme', server('features/jobs/jobs.service.ts'), 'https'],
    ['of documents by a service', server('features/jobs/jobs.service.ts'), 'packages/siren/src/build.ts'],
    ['of Hono by a service outside features', server('idempotency/x.service.ts'), 'hono'],
    ['of the app by a service outside features', server('idempotency/x.service.ts'), server('app.ts')],
    ['of Hono by a folder outside features', server('limiter/lanes.ts'), 'hono'],
    ['of Hono by a store of auth/', server('auth/x.store.ts'), 'hono'],
    ['of http/ by a file at the top level', server('links.ts'), server('http/siren.ts')],
    ['of a feature by a file that does not assemble', server('links.ts'), server('features/jobs/jobs.rules.ts')],
    ['of the query builder by http/', server('http/siren.ts'), 'drizzle-orm'],
    ['of the database driver by a service', server('features/jobs/jobs.service.ts'), 'pg'],
    ['of a table by a service', server('features/jobs/jobs.service.ts'), 'packages/db/src/schema/jobs.ts'],
    ['of transactions by routes', server('features/jobs/jobs.routes.ts'), 'packages/db/src/act.ts'],
    ['of the queue by routes', server('features/jobs/jobs.routes.ts'), 'packages/dispatch/src/enqueue.ts'],
    [
      'of a store of the same feature by documents',
      server('features/jobs/x.siren.ts'),
      server('features/jobs/jobs.store.ts'),
    ],
    ['of parts of a service by rules', server('features/jobs/x.rules.ts'), server('features/jobs/job-view.ts')],
    ['of mail by rules', server('features/jobs/x.rules.ts'), server('mail/mail.ts')],
    ['of the embedded database by rules', server('features/jobs/x.rules.ts'), 'packages/db/src/embedded.ts'],
    ['of DuckDB by rules', server('features/jobs/x.rules.ts'), '@duckdb/node-api'],
    ['of timers by rules', server('features/jobs/x.rules.ts'), 'node:timers/promises'],
    ['of files by rules', server('features/jobs/jobs.rules.ts'), 'node:fs/promises'],
    ['of transactions by rules', server('features/jobs/jobs.rules.ts'), 'packages/db/src/act.ts'],
    ['of a store outside features by routes', server('features/tags/x.routes.ts'), server('access/x.store.ts')],
    ['of a store of auth/ by a service', server('features/jobs/x.service.ts'), server('auth/throttle.store.ts')],
    ['of a store of auth/ by a store', server('features/jobs/x.store.ts'), server('auth/accounts.store.ts')],
    ['of a store by http/', server('http/idempotency.ts'), server('idempotency/idempotency.store.ts')],
    ['of a store without its extension', server('features/tags/x.routes.ts'), server('features/tags/x.store')],
    ['by a feature that is not listed', server('features/new/x.service.ts'), server('features/jobs/x.service.ts')],
    ['of a feature that is not listed', server('features/admin/x.service.ts'), server('features/new/x.service.ts')],
    ['of the query builder by a service', server('features/jobs/jobs.service.ts'), 'drizzle-orm'],
    ['of the query builder by a part of a service', server('features/jobs/job-view.ts'), 'drizzle-orm/pg-core'],
    ['of http/ by a store', server('features/jobs/jobs.store.ts'), server('http/siren.ts')],
    ['of the app by a service', server('features/jobs/x.service.ts'), server('app.ts')],
    ['of the context of handlers by rules', server('features/jobs/x.rules.ts'), server('app-env.ts')],
    ['of routes outside features by a store', server('features/jobs/x.store.ts'), server('auth/auth.routes.ts')],
    ['of a store by routes', server('features/tags/x.routes.ts'), server('features/tags/x.store.ts')],
    ['of a service by a store', server('features/tags/x.store.ts'), server('features/tags/x.service.ts')],
    ['of another feature’s store', server('features/jobs/x.service.ts'), server('features/owners/x.store.ts')],
    ['of a feature later in the order', server('features/jobs/x.service.ts'), server('features/admin/x.service.ts')],
    ['of a feature by http/', server('http/siren.ts'), server('features/jobs/jobs.rules.ts')],
    ['of a feature by a component', web('components/ui/button.tsx'), web('features/jobs/jobs.queries.ts')],
    ['of queries that are not listed', web('features/jobs/a.tsx'), web('features/start-job/start-job.queries.ts')],
    ['of queries by a new feature of the web app', web('features/new/a.tsx'), web('features/jobs/jobs.queries.ts')],
    ['of another feature’s component', web('features/jobs/a.tsx'), web('features/work-data/b.tsx')],
    ['of the router by lib/', web('lib/page.ts'), web('router.tsx')],
  ])('%s is refused', (_what, from, to) => {
    expect(importFault(from, to)).toEqual(expect.any(String))
  })

  it.each([
    [server('features/jobs/x.routes.ts'), server('features/jobs/x.service.ts')],
    [server('features/jobs/x.service.ts'), server('features/work-data/x.service.ts')],
    [server('features/jobs/x.siren.ts'), server('features/work-data/x.siren.ts')],
    [server('features/jobs/x.routes.ts'), 'hono'],
    [server('features/jobs/x.siren.ts'), server('app-env.ts')],
    [server('features/jobs/x.service.ts'), server('deps.ts')],
    [server('features/jobs/x.store.ts'), 'drizzle-orm'],
    [server('features/jobs/x.service.ts'), server('auth/rate-limits.service.ts')],
    [server('features/jobs/x.service.ts'), server('access/resource-owners.store.ts')],
    [server('auth/address-throttle.ts'), server('auth/throttle.store.ts')],
    [server('auth/session-policy.plugin.ts'), server('http/session-cookie.ts')],
    [server('app.ts'), server('features/jobs/x.routes.ts')],
    [server('features/jobs/x.test.ts'), server('testing/api.ts')],
    [web('features/jobs/a.tsx'), web('features/work-data/work-data.queries.ts')],
    [web('routes/index.tsx'), web('features/jobs/a.tsx')],
    ['bench/streams.ts', 'packages/db/src/act.ts'],
    ['bench/w5-lists.ts', server('features/jobs/job-list.store.ts')],
    ['chaos/kill-failpoints.ts', server('failpoints.ts')],
    ['e2e/sweep.e2e.ts', web('features/sweeps/texts.ts')],
    ['packages/contracts/src/testing/zip-files.ts', 'node:zlib'],
  ])('by %s of %s is allowed', (from, to) => {
    expect(importFault(from, to)).toBeUndefined()
  })

  it.each([
    [server('features/jobs/x.service.ts'), 'packages/db/src/schema/jobs.ts'],
    [server('features/jobs/x.routes.ts'), 'packages/dispatch/src/lease.ts'],
    [server('features/jobs/x.rules.ts'), 'packages/db/src/act.ts'],
    [server('features/jobs/x.rules.ts'), server('features/jobs/job-view.ts')],
    [server('features/jobs/x.siren.ts'), server('features/jobs/jobs.store.ts')],
  ])('by %s of types of %s is allowed', (from, to) => {
    expect(importFault(from, to, { isTypeOnly: true })).toBeUndefined()
  })

  it.each([
    [server('features/jobs/x.service.ts'), server('features/jobs/jobs.store.ts')],
    [server('auth/passwords.ts'), server('auth/accounts.store.ts')],
    [web('features/jobs/jobs.queries.ts'), web('features/jobs/job-list-screen.tsx')],
  ])('by %s to re-export %s is refused', (from, to) => {
    expect(importFault(from, to)).toBeUndefined()
    expect(importFault(from, to, { isExport: true })).toEqual(expect.any(String))
  })

  it('by a service to re-export the types of its store is allowed', () => {
    const [from, to] = [server('features/jobs/x.service.ts'), server('features/jobs/jobs.store.ts')]

    expect(importFault(from, to, { isExport: true, isTypeOnly: true })).toBeUndefined()
  })
})

describe('the lint rule', () => {
  const importOf = (value: string, importKind: 'type' | 'value' = 'value'): ImportNode => ({
    type: 'ImportDeclaration',
    importKind,
    source: { value },
    specifiers: [{ local: { name: 'imported' } }],
  })
  const exportOf = (name: string, exportKind: 'type' | 'value' = 'value'): ImportNode => ({
    type: 'ExportNamedDeclaration',
    exportKind,
    specifiers: [{ local: { name } }],
  })

  it.each([
    './x.store.ts?raw',
    '#links/../features/tags/x.store.ts',
    '../../../../../node_modules/@millrace/web/src/lib/api.ts',
    '@millrace/db/schema/jobs',
  ])('reports %s in routes', (specifier) => {
    expect(reports('x.routes.ts', importOf(specifier))).toHaveLength(1)
  })

  it('allows the types of tables', () => {
    expect(reports('x.routes.ts', importOf('@millrace/db/schema/jobs', 'type'))).toEqual([])
  })

  it('reports a store that a service imports and re-exports, except its types', () => {
    const imported = importOf('./x.store.ts')

    expect(reports('x.service.ts', imported)).toEqual([])
    expect(reports('x.service.ts', imported, exportOf('imported'))).toHaveLength(1)
    expect(reports('x.service.ts', imported, exportOf('imported', 'type'))).toEqual([])
    expect(reports('x.service.ts', imported, exportOf('other'))).toEqual([])
  })

  it('reports a dynamic import whose file it cannot know', () => {
    const quasis = ['../', '/x.store.ts'].map((cooked) => ({ value: { cooked } }))

    expect(reports('x.service.ts', { type: 'ImportExpression', source: {} })).toHaveLength(1)
    expect(reports('x.service.ts', { type: 'ImportExpression', source: { quasis } })).toHaveLength(1)
    expect(reports('x.test.ts', { type: 'ImportExpression', source: {} })).toEqual([])
  })

  it('is never disabled by a comment, nor is the rule against cycles', () => {
    const pattern = 'lint-disable(-next-line|-line)?( *([*]/|--|$)|.*(import-zones|no-cycle))'
    const files = ['*.ts', '*.tsx', '*.mjs', ':!scripts/lint', ':!*.gen.ts']
    const { stdout } = spawnSync('git', ['grep', '-nE', pattern, '--', ...files], { cwd: ROOT, encoding: 'utf8' })

    expect(stdout).toBe('')
  })
})

/** Returns what the lint rule reports for the imports and exports of a file of the feature `tags`. */
function reports(name: string, ...nodes: ImportNode[]): string[] {
  const messages: string[] = []
  const filename = `${ROOT}${server(`features/tags/${name}`)}`
  const rule = plugin.rules['import-zones'].create({ filename, report: ({ message }) => messages.push(message) })
  for (const node of nodes) rule[node.type](node)
  return messages
}
