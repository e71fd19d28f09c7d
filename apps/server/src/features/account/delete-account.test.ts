import { asSystem } from '@millrace/db/act'
import { queueOf } from '@millrace/db/job-messages'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { does, hasJob, type JobDocument } from '#testing/jobs.ts'
import { hasOrganization, mayRegisterSteps } from '#testing/organizations.ts'
import { contributor, readStep, registersStep } from '#testing/steps.ts'
import { deleteAbandonedResources } from '../../auth/abandoned-resources.ts'

const api = await testApi()

type Person = Awaited<ReturnType<typeof api.signUp>>

async function asked(mara: Person): Promise<string> {
  const reply = await mara.post('/api/auth/delete-user', { password: PASSWORD })
  expect(await reply.json()).toEqual({ success: true, message: 'Verification email sent' })
  const { link, token } = await api.mailTo(mara.person.email, 'Delete your account?')
  expect(link).toContain('http://localhost:3000/verify-delete-account?token=')
  return token
}

describe('deleting an account', () => {
  it('sec/D1 needs the emailed link and a session of the same user, and deletes what the user owned', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const key = await api.accounts.keys.make({
      ownerId: mara.publicId,
      userId: mara.userId,
      scope: 'user',
      note: 'laptop',
    })
    const upload = new FormData()
    upload.append('files', new File(['a,b\n1,2\n'], 'rhine.csv', { type: 'text/csv' }))
    expect((await mara.post('/api/WorkData/UploadWorkData', upload)).status).toBe(201)
    expect((await mara.post('/api/Job/CreateJob', { Name: 'clean' })).status).toBe(201)
    const token = await asked(mara)

    const foreign = await jonas.post('/api/auth/delete-user', { token })
    const own = await mara.post('/api/auth/delete-user', { token })

    expect([foreign.status, await foreign.json(), own.status]).toMatchObject([403, { code: 'ANOTHER_ACCOUNT' }, 200])
    expect((await mara.get('/api/user/grants')).status).toBe(401)
    expect((await api.anonymous().get('/api/user/grants', { 'x-api-key': key.text })).status).toBe(401)
    expect((await api.anonymous().post('/api/auth/sign-in/email', mara.person)).status).toBe(401)
    expect((await jonas.get('/api/user/grants')).status).toBe(200)
    await expect.poll(() => leftOf(mara.publicId)).toEqual(NOTHING)
  })

  it('sec/H3 is not possible by opening a link', async () => {
    const mara = await api.signUp()
    const token = await asked(mara)

    const reply = await mara.get(`/api/auth/delete-user/callback?token=${token}`)

    expect(reply.status).toBe(404)
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('requires the correct password', async () => {
    const mara = await api.signUp()

    const reply = await mara.post('/api/auth/delete-user', { password: 'not my password' })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
  })

  it('INV17 sec/E7 is refused if the user is the last owner of an organization', async () => {
    const mara = await api.signUp()
    const token = await asked(mara)
    await mara.post('/api/auth/organization/create', { name: 'Rhine Lab', slug: `rhine-${mara.publicId}` })

    const replies = [
      await mara.post('/api/auth/delete-user', { password: PASSWORD }),
      await mara.post('/api/auth/delete-user', { token }),
    ]

    for (const reply of replies) {
      expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_OWNER' }])
    }
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('INV17 is refused to administrators as well if the account is the last owner', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/organization/create', { name: 'Elbe Lab', slug: `elbe-${mara.publicId}` })

    const reply = await api.administrator.post('/api/auth/admin/remove-user', { userId: mara.userId })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_OWNER' }])
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('is refused if the user is the last administrator', async () => {
    const reply = await api.administrator.post('/api/auth/delete-user', { password: PASSWORD })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_ADMINISTRATOR' }])
    expect(await api.administrator.read('/api/user/grants')).toContain('role:admin')
  })
})

const NOTHING = { data: 0, jobs: 0, keys: 0, owners: 0 }

/** Counts the rows that are left of an owner, bypassing row-level security. */
function leftOf(ownerId: string) {
  const count = (table: string, column: string) => `(select count(*)::int from ${table} where ${column} = $1)`
  return asSystem(api.db, async (tx) => {
    const { rows } = await tx.query(
      `select ${count('work_data', 'owner_id')} as data, ${count('job', 'owner_id')} as jobs,
         ${count('api_key', 'owner_id')} as keys, ${count('owner', 'id')} as owners`,
      [ownerId],
    )
    return rows[0]
  })
}

describe('sec/L12 the resources of a deleted account', () => {
  const abandon = (owner: string, jobs: number) =>
    asSystem(api.deps.db, async (tx) => {
      await tx.query(
        `insert into job (id, owner_id, created_by, name) select gen_random_uuid(), $1::uuid, $1::uuid, 'a job' from generate_series(1, $2)`,
        [owner, jobs],
      )
      await tx.query('delete from "user" where public_id = $1', [owner])
    })

  it('are deleted in batches', async () => {
    const mara = await api.signUp()
    await abandon(mara.publicId, 5000)

    await deleteAbandonedResources(api.deps)

    expect(await leftOf(mara.publicId)).toEqual(NOTHING)
  })

  it('do not prevent a server from starting if they cannot be deleted yet', async () => {
    const mara = await api.signUp()
    await abandon(mara.publicId, 1)
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holding = asSystem(api.deps.db, async (tx) => {
      await tx.query('select 1 from job where owner_id = $1 for update', [mara.publicId])
      lock()
      await done
    })
    await locked

    const other = await testApi({ db: api.deps.db as never })

    expect((await other.anonymous().get('/health/ready')).status).toBe(200)
    finish()
    await holding
    await deleteAbandonedResources(api.deps)
    expect(await leftOf(mara.publicId)).toEqual(NOTHING)
  })
})

describe('sec/L12 processing steps of a deleted account', () => {
  const deletes = async (mara: Person) => {
    const removed = await api.administrator.post('/api/auth/admin/remove-user', { userId: mara.userId })
    expect(removed.status).toBe(200)
    await expect.poll(() => leftOf(mara.publicId)).toMatchObject({ data: 0, jobs: 0, keys: 0 })
  }

  it('are deleted with their queues if they are private and no other owner uses them', async () => {
    const mara = await contributor(api)
    const [unused, used] = [await registersStep(mara, 'unused'), await registersStep(mara, 'used_by_its_owner')]
    await hasJob(mara, idOf(used), 'Created')

    await deletes(mara)

    await expect.poll(() => leftOf(mara.publicId)).toEqual(NOTHING)
    await expect.poll(() => stepsLeft([unused, used])).toEqual({ steps: 0, queues: 0 })
  })

  it('are kept until the last job of another owner that refers to them is deleted', async () => {
    const [mara, alice] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'once_public')
    await does(api.administrator, step, 'MakePublic')
    const job = await hasJob(alice, idOf(step), 'ReadyForProcessing')
    await does(api.administrator, step, 'MakePrivate')
    const before = await alice.read<JobDocument>(job)

    await deletes(mara)
    await deleteAbandonedResources(api.deps)

    expect((await alice.read<JobDocument>(job)).properties).toEqual(before.properties)
    expect(await stepsLeft([step])).toEqual({ steps: 1, queues: 1 })
    await does(alice, job, 'Delete')
    await deleteAbandonedResources(api.deps)
    expect(await stepsLeft([step])).toEqual({ steps: 0, queues: 0 })
    expect(await leftOf(mara.publicId)).toEqual(NOTHING)
  })

  it('are kept while they are public', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'still_public')
    await does(api.administrator, step, 'MakePublic')

    await deletes(mara)
    await deleteAbandonedResources(api.deps)

    expect((await readStep(api.administrator, step)).properties).toMatchObject({ FunctionName: 'still_public' })
    await does(api.administrator, step, 'MakePrivate')
    await deleteAbandonedResources(api.deps)
    expect(await stepsLeft([step])).toEqual({ steps: 0, queues: 0 })
  })

  it('are deleted with an organization', async () => {
    const mara = await contributor(api)
    const own = await registersStep(mara, 'my_own')
    const { id, publicId } = await hasOrganization(mara)
    await mayRegisterSteps(api, { publicId })
    const step = await registersStep(mara, 'of_the_lab')

    await mara.post('/api/auth/organization/delete', { organizationId: id })

    await expect.poll(() => leftOf(publicId)).toEqual(NOTHING)
    await expect.poll(() => stepsLeft([step])).toEqual({ steps: 0, queues: 0 })
    expect(await stepsLeft([own])).toEqual({ steps: 1, queues: 1 })
  })
})

const idOf = (href: string) => href.split('/').at(-1) ?? ''

/** Counts the rows and queues that are left of steps. */
function stepsLeft(hrefs: string[]) {
  const ids = hrefs.map(idOf)
  return asSystem(api.db, async (tx) => {
    const { rows } = await tx.query(
      `select (select count(*)::int from processing_step where id = any($1::uuid[])) as steps,
         (select count(*)::int from pgboss.queue where name = any($2::text[])) as queues`,
      [ids, ids.map(queueOf)],
    )
    return rows[0]
  })
}

describe('sec/L12 deleting an organization', () => {
  it('deletes the resources of the organization but not those of its members', async () => {
    const mara = await api.signUp()
    await mara.post('/api/Job/CreateJob', { Name: 'my own' })
    const created = await mara.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${mara.publicId}` })
    const { id, publicId } = (await created.json()) as { id: string; publicId: string }
    await mara.post('/api/Job/CreateJob', { Name: 'of the lab' })
    expect(await leftOf(publicId)).toEqual({ data: 0, jobs: 1, keys: 0, owners: 1 })

    const reply = await mara.post('/api/auth/organization/delete', { organizationId: id })

    expect(reply.status).toBe(200)
    await expect.poll(() => leftOf(publicId)).toEqual(NOTHING)
    expect(await leftOf(mara.publicId)).toMatchObject({ jobs: 1, owners: 1 })
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })
})
