import { describe, expect, it } from 'vitest'
import { importFault } from './import-zones.ts'

const server = (path: string) => `apps/server/src/${path}`
const web = (path: string) => `apps/web/src/${path}`

describe('an import', () => {
  it.each([
    ['of a package that the table does not list', 'packages/siren/src/build.ts', 'packages/db/src/act.ts'],
    ['of an app by another workspace', 'packages/db/src/act.ts', server('deps.ts')],
    ['of an app by the browser journeys', 'e2e/people.ts', server('deps.ts')],
    ['of test helpers by product code', server('app.ts'), server('testing/api.ts')],
    ['of Hono by a service', server('features/jobs/jobs.service.ts'), 'hono'],
    ['of Node’s HTTP by a service', server('features/jobs/jobs.service.ts'), 'node:http'],
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
    ['of the queries of a later level', web('features/jobs/a.tsx'), web('features/start-job/start-job.queries.ts')],
    ['of another feature’s component', web('features/jobs/a.tsx'), web('features/work-data/b.tsx')],
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
    [server('app.ts'), server('features/jobs/x.routes.ts')],
    [server('features/jobs/x.test.ts'), server('testing/api.ts')],
    [web('features/jobs/a.tsx'), web('features/work-data/work-data.queries.ts')],
    [web('routes/index.tsx'), web('features/jobs/a.tsx')],
    ['bench/streams.ts', 'packages/db/src/act.ts'],
    ['bench/w5-lists.ts', server('features/jobs/job-list.store.ts')],
    ['chaos/kill-failpoints.ts', server('failpoints.ts')],
  ])('of %s by %s is allowed', (from, to) => {
    expect(importFault(from, to)).toBeUndefined()
  })
})
