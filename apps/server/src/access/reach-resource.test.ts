import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker } from '#testing/jobs.ts'
import { recordedLog } from '#testing/recorded-log.ts'
import { reachResource } from './reach-resource.ts'
import { type Reach, scopeOf } from './scope.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('reached'))

async function twoJobs() {
  const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
  const [hers = '', his = ''] = (
    await Promise.all([hasJob(alice, stepId, 'Created'), hasJob(bob, stepId, 'Created')])
  ).map((href) => href.split('/').at(-1))
  return { alice, bob, hers, his }
}

/** Returns the log entries, and the jobs that the transaction can see without the store's filters. */
async function reach(
  person: { publicId: string },
  isAdmin: boolean,
  id: string,
  among: string[],
  ownerId = person.publicId,
) {
  const { log, entries } = recordedLog()
  const scope = scopeOf({ ownerId, userPublicId: person.publicId, isAdmin })
  const seen = reachResource({ db: api.deps.db, log }, scope, { kind: 'Job', id }, async (tx, { owner }: Reach) => {
    const { rows } = await tx.query<{ id: string }>('select id from job where id = any($1)', [among])
    const ids = rows.map((row) => row.id)
    return ids.includes(id) ? { owner, ids } : undefined
  })
  return { seen: await seen.catch((error: unknown) => error), logged: entries }
}

describe('a resource of another owner', () => {
  it('sec/E6 is visible to administrators, who then see only that owner’s rows, and is logged with the owner', async () => {
    const { alice, hers, his } = await twoJobs()

    const { seen, logged } = await reach(api.administrator, true, hers, [hers, his])

    expect(seen).toEqual({ owner: alice.publicId, ids: [hers] })
    expect(logged).toMatchObject([
      { administrator: api.administrator.publicId, kind: 'Job', id: hers, owner: alice.publicId },
    ])
  })

  it('sec/E2 is not found by other users, nor by administrators if it does not exist', async () => {
    const { bob, hers, his } = await twoJobs()
    const nothing = api.deps.newId()

    const [stranger, nowhere] = [
      await reach(bob, false, hers, [hers, his]),
      await reach(api.administrator, true, nothing, [hers]),
    ]

    expect(stranger).toMatchObject({ seen: { code: 'not-found' }, logged: [] })
    expect(nowhere).toMatchObject({ seen: { code: 'not-found' }, logged: [] })
  })

  it('is also logged if the administrator’s request is refused, because the reason names the resource', async () => {
    const { alice, hers } = await twoJobs()
    const { log, entries } = recordedLog()
    const { publicId } = api.administrator
    const scope = scopeOf({ ownerId: publicId, userPublicId: publicId, isAdmin: true })

    const refused = reachResource(
      { db: api.deps.db, log },
      scope,
      { kind: 'Job', id: hers },
      async (_tx, { owner }) => {
        if (owner === alice.publicId) throw new Error('refused')
        return undefined
      },
    )

    await expect(refused).rejects.toThrow('refused')
    expect(entries).toMatchObject([{ administrator: publicId, kind: 'Job', id: hers, owner: alice.publicId }])
  })

  it('is not logged if it belongs to the administrator', async () => {
    const { alice, hers, his } = await twoJobs()

    const own = await reach(alice, true, hers, [hers, his])

    expect(own).toEqual({ seen: { owner: alice.publicId, ids: [hers] }, logged: [] })
  })

  it('is not logged if the administrator opens an own resource in another context', async () => {
    const { alice, bob, hers, his } = await twoJobs()

    const own = await reach(alice, true, hers, [hers, his], bob.publicId)

    expect(own).toEqual({ seen: { owner: alice.publicId, ids: [hers] }, logged: [] })
    const { rows } = await asSystem(api.deps.db, (tx) =>
      tx.query(`select from activity where metadata ->> 'event' = 'resource.opened' and metadata ->> 'id' = $1`, [
        hers,
      ]),
    )
    expect(rows).toEqual([])
  })
})
