import { asSystem } from '@millrace/db/act'
import { type Storage, StorageFull } from '@millrace/storage/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { type JobDocument, stateOf } from '#testing/jobs.ts'
import { freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const definition = { version: 1, title: 'Test', nodes: [{ id: 'only', step: { function: 'echo' } }] }
const { storage } = api.deps

/** Starts a workflow with one node. Then `put` replaces the storage function, which is next called for the report. */
async function startsWith(client: TestClient, put: Storage['put']): Promise<string> {
  const job = await startsExecution(client, workflows.stepId, { definition })
  const spy = vi.spyOn(storage, 'put').mockImplementation(put)
  onTestFinished(() => spy.mockRestore())
  return job
}

const ends = (client: TestClient, job: string) => workflows.works(client, job, () => ({ result: 1 }))

/** Returns the rows that record reports of an owner. */
const reports = ({ publicId }: { publicId: string }) =>
  asSystem(api.db, async (tx) => {
    const text = `select 1 from work_data where owner_id = $1 and kind = 'ProcessingArtefact'
      union all select 1 from job_output where owner_id = $1`
    return (await tx.query(text, [publicId])).rows
  })

describe('the report of an execution', () => {
  it('appears when it is stored, and not before', async () => {
    const alice = await api.signUp()
    const { put } = storage
    const called = Promise.withResolvers<void>()
    const mayStore = Promise.withResolvers<void>()
    const job = await startsWith(alice, async (...given) => {
      called.resolve()
      await mayStore.promise
      return put(...given)
    })

    const ended = ends(alice, job)
    await called.promise
    const before = [await stateOf(alice, job), await reports(alice)]
    mayStore.resolve()
    await ended

    expect(before).toEqual(['Processing', []])
    expect(await stateOf(alice, job)).toBe('Completed')
    expect(await reportOf(alice, job)).toMatchObject({ title: 'Test' })
  })

  it('leaves nothing behind if the disk is full, and the execution fails', async () => {
    const alice = await api.signUp()
    const job = await startsWith(alice, async () => {
      throw new StorageFull('The disk is full.')
    })

    await ends(alice, job)

    const { properties } = await alice.read<JobDocument>(job)
    expect(properties).toMatchObject({
      State: 'Error',
      ErrorDescription: expect.stringContaining('The report could not be stored. The server’s disk is full.'),
    })
    expect(await reports(alice)).toEqual([])
  })

  it('is removed if the owner’s storage is used up, and the execution fails', async () => {
    const alice = await api.signUp()
    const { put } = storage
    let sha256 = ''
    const job = await startsWith(alice, async (...given) => {
      const object = await put(...given)
      sha256 = object.sha256
      return object
    })
    await asSystem(api.db, (tx) =>
      tx.query('update owner set used_bytes = 1000000000000000 where id = $1', [alice.publicId]),
    )

    await ends(alice, job)

    const { properties } = await alice.read<JobDocument>(job)
    expect(properties.ErrorDescription).toContain('The report could not be stored. This needs')
    expect(await reports(alice)).toEqual([])
    await vi.waitFor(async () => expect(await storage.stat(sha256)).toBeUndefined())
  })
})
