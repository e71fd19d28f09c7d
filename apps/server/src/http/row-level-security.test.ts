import { asActor, asSystem } from '@millrace/db/act'
import { TENANT_TABLES } from '@millrace/db/security'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs, hasJob, manifest, testWorker } from '#testing/jobs.ts'
import { mayRegisterSteps } from '#testing/organizations.ts'
import { freeStep, startsExecution, testWorkflows } from '#testing/workflows.ts'

/* Tests what the database itself returns and accepts, without the application's filters. */
const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('public_one'))
const workflows = await testWorkflows(api, [freeStep('echo')])
const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
const TABLES = [...TENANT_TABLES, 'processing_step']

const as = (who: { publicId: string }) => ({ ownerId: who.publicId, userPublicId: who.publicId })
const owners = (rows: { owner_id: string }[]) => new Set(rows.map((row) => row.owner_id))

beforeAll(async () => {
  await mayRegisterSteps(api, alice)
  await alice.post('/api/ProcessingStep/RegisterNew', manifest('private_one'), { 'idempotency-key': 'once' })
  const job = await hasJob(alice, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  await alice.post(`${job}/EditTags`, { Tags: ['canary'] })
  await alice.post(`${job}/AddComment`, { Text: 'canary' })
  const line = { at: new Date().toISOString(), stream: 'out', text: 'canary' }
  await worker.on(lease!).call('POST', 'log', { lines: [line] })
  await worker.on(lease!).writes('a\n')
  await asSystem(api.deps.db, (tx) =>
    tx.query(`insert into storage_reservation values (gen_random_uuid(), $1, 1, now() + interval '1 hour')`, [
      alice.publicId,
    ]),
  )
  await mallory.post('/api/account/access-requests', { url: new URL(job).pathname })
  await hasWorkflow()
  expect(job).toContain('/api/Job/')
})

/** Creates a running execution with an edge, a run and a row in the engine's queue. */
async function hasWorkflow(): Promise<void> {
  const nodes = [{ id: 'a' }, { id: 'b', after: ['a'] }].map((node) => ({ ...node, step: { function: 'echo' } }))
  const job = await startsExecution(alice, workflows.stepId, { definition: { version: 1, title: 'Canary', nodes } })
  await vi.waitFor(
    async () => expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).entities).toHaveLength(1),
    { timeout: 10_000 },
  )
  await asSystem(api.deps.db, (tx) =>
    tx.query('insert into execution_due (execution_id, owner_id) values ($1, $2)', [
      job.split('/').at(-1),
      alice.publicId,
    ]),
  )
}

describe('row-level security', () => {
  it.each(TABLES)('sec/E4 hides rows of %s from other owners, and all rows without an actor', async (table) => {
    const all = await asSystem(api.deps.db, (tx) => tx.query<{ owner_id: string }>(`select owner_id from ${table}`))
    const hers = await asActor(api.deps.db, as(alice), (tx) =>
      tx.query<{ owner_id: string }>(`select owner_id from ${table}`),
    )
    const his = await asActor(api.deps.db, as(mallory), (tx) =>
      tx.query<{ owner_id: string }>(`select owner_id from ${table}`),
    )
    const nobodys = await api.db.pool.query(`select owner_id from ${table}`)

    expect(owners(his.rows).has(alice.publicId)).toBe(false)
    expect([...owners(hers.rows)].every((owner) => owner === alice.publicId || table === 'processing_step')).toBe(true)
    if (table !== 'processing_step') expect(nobodys.rows).toEqual([])
    if (!['job_feed', 'job_output'].includes(table)) expect(owners(all.rows).has(alice.publicId)).toBe(true)
  })

  it.each(TABLES)('sec/E4 prevents other owners from changing, deleting or transferring rows of %s', async (table) => {
    const count = () =>
      asSystem(api.deps.db, async (tx) => {
        const { rows } = await tx.query<{ rows: number }>(
          `select count(*)::int as rows from ${table} where owner_id = $1`,
          [alice.publicId],
        )
        return rows[0]?.rows
      })
    const before = await count()
    const does = (statement: string) =>
      asActor(api.deps.db, as(mallory), async (tx) => (await tx.query(statement)).rowCount).catch(() => 'refused')

    expect(await does(`update ${table} set owner_id = '${mallory.publicId}'`)).toBeOneOf([0, 'refused'])
    expect(await does(`delete from ${table} where owner_id = '${alice.publicId}'`)).toBeOneOf([0, 'refused'])
    expect(await count()).toBe(before)
  })

  it('sec/E4 applies to a role that cannot bypass it', async () => {
    const { rows: role } = await api.db.pool.query(
      'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    )
    const { rows: tables } = await api.db.pool.query(
      'select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = current_schema::regnamespace and relname = any($1)',
      [TABLES],
    )

    expect(role).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }])
    expect(tables).toHaveLength(TABLES.length)
    for (const table of tables) expect(table).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true })
  })
})
