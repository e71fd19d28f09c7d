import { utimes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import type { Actor } from '#access/actor.ts'
import { withScope } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { removeInput } from '#features/jobs/data-missing.service.ts'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { cleanUpStorage, cleanUpWholeStore, cleanUpWholeStoreDaily } from './orphaned-blobs.service.ts'
import { workDataService } from './work-data.service.ts'

const api = await testApi()
const worker = await testWorker(api)
const { storage } = api.deps
const TWO_DAYS_MS = 172_800_000

const uniqueContent = () => `a,b\n${crypto.randomUUID()},2\n`
const isStored = async (sha256: string) => (await storage.stat(sha256)) !== undefined

async function grows(sha256: string): Promise<void> {
  const then = new Date(Date.now() - TWO_DAYS_MS)
  await utimes(await storage.localPath(sha256), then, then)
}

async function hashOf(client: TestClient, data: string): Promise<string> {
  return (await client.read<{ properties: { Sha256: string } }>(data)).properties.Sha256
}

describe('orphaned blobs', () => {
  it('INV9 are deleted later, unlike blobs in use', async () => {
    const alice = await api.signUp()
    const kept = await hashOf(alice, await uploads(alice, 'kept.csv', uniqueContent()))
    const { sha256: old } = await storage.put(Readable.from([Buffer.from(uniqueContent())]))
    const { sha256: young } = await storage.put(Readable.from([Buffer.from(uniqueContent())]))
    await Promise.all([kept, old].map(grows))

    await cleanUpWholeStore(api.deps)

    expect(await Promise.all([kept, young, old].map(isStored))).toEqual([true, true, false])
  })

  it('exist only after the last work data with that content was deleted', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const content = uniqueContent()
    const ofAlice = await uploads(alice, 'same.csv', content)
    const ofBob = await uploads(bob, 'same.csv', content)
    const sha256 = await hashOf(alice, ofAlice)
    await grows(sha256)

    await does(alice, ofAlice, 'AllowDeletion')
    await does(alice, ofAlice, 'Delete')
    await cleanUpStorage(api.deps)
    expect(await (await bob.get(`${ofBob}/Download`)).text()).toBe(content)

    await does(bob, ofBob, 'AllowDeletion')
    await does(bob, ofBob, 'Delete')
    await cleanUpStorage(api.deps)
    expect(await isStored(sha256)).toBe(false)
  })

  it('include the outputs of a canceled attempt', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('canceled_writes'))
    const job = await hasJob(alice, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])
    const { sha256 } = (await (await worker.on(lease!).writes(uniqueContent())).json()) as { sha256: string }
    await grows(sha256)

    await cleanUpStorage(api.deps)
    expect(await isStored(sha256)).toBe(true)

    await does(alice, job, 'CancelProcessing')
    await cleanUpStorage(api.deps)
    expect(await isStored(sha256)).toBe(false)
  })

  it('are found among contents whose row was deleted, and once a day in the whole store', async () => {
    const { sha256 } = await storage.put(Readable.from([Buffer.from(uniqueContent())]))
    await grows(sha256)

    await cleanUpStorage(api.deps)
    const afterCandidates = await isStored(sha256)
    await cleanUpWholeStoreDaily(api.deps)
    const afterDaily = await isStored(sha256)
    const { sha256: next } = await storage.put(Readable.from([Buffer.from(uniqueContent())]))
    await grows(next)
    await cleanUpWholeStoreDaily(api.deps)

    expect([afterCandidates, afterDaily, await isStored(next)]).toEqual([true, false, true])
  })

  it('are found by a later cleanup if they were too young for the first', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, 'young.csv', uniqueContent())
    const sha256 = await hashOf(alice, data)
    await does(alice, data, 'AllowDeletion')
    await does(alice, data, 'Delete')
    await cleanUpStorage(api.deps)
    const afterFirst = await isStored(sha256)
    await grows(sha256)

    await cleanUpStorage(api.deps)

    expect([afterFirst, await isStored(sha256)]).toEqual([true, false])
  })

  it('are kept while an upload is about to refer to them', async () => {
    const alice = await api.signUp()
    const service = serviceReaching('upload.before_commit', async (sha256) => {
      await grows(sha256)
      await cleanUpWholeStore(api.deps)
    })
    const incoming = service.receive(actorOf(alice))
    const file = await service.store(part(uniqueContent()), incoming)

    await service.record(actorOf(alice), { files: [file], tags: [] }, incoming)
    await incoming.end()

    expect(await isStored(file.sha256)).toBe(true)
  })

  it('cause an upload that refers to them too late to fail, and its retry to succeed', async () => {
    const alice = await api.signUp()
    const service = workDataService({ ...api.deps, removeInput })
    const content = uniqueContent()
    const late = service.receive(actorOf(alice))
    const file = await service.store(part(content), late)
    // Simulates another server, for which the content is not in flight.
    await late.end()
    await expect(service.record(actorOf(alice), { files: [file], tags: [] }, late)).rejects.toMatchObject({
      code: 'busy',
    })

    const rows = await asSystem(api.deps.db, (tx) =>
      tx.query('select 1 from work_data where sha256 = $1', [file.sha256]),
    )
    expect(rows.rows).toEqual([])
    const retry = service.receive(actorOf(alice))
    const again = await service.store(part(content), retry)
    expect(await service.record(actorOf(alice), { files: [again], tags: [] }, retry)).toHaveLength(1)
    await retry.end()
  })
})

let reached = ''
/** Creates a service that calls `work` with the hash of the content when an upload reaches a stage. */
function serviceReaching(stage: string, work: (sha256: string) => Promise<void>) {
  const reach: Deps['reach'] = async (name) => {
    if (name === stage) await work(reached)
  }
  const service = workDataService({ ...api.deps, reach, removeInput })
  return {
    ...service,
    async store(...options: Parameters<typeof service.store>) {
      const file = await service.store(...options)
      reached = file.sha256
      return file
    },
  }
}

function part(content: string) {
  return { name: 'table.csv', declaredType: 'text/csv', content: Readable.from([Buffer.from(content)]) }
}

function actorOf(client: { publicId: string; userId: string }): Actor {
  return withScope(
    {
      kind: 'session' as const,
      userId: client.userId,
      userPublicId: client.publicId,
      ownerId: client.publicId,
      ownerKind: 'user' as const,
      organizations: [],
      name: 'Alice',
      isAdmin: false,
      grants: [],
    },
    ['owner'],
  )
}
