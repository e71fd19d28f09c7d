import type { ProblemBody } from '@millrace/contracts/problems'
import { embedded, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, hasJob, type JobDocument, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('made_to_go'))

async function hasResult(client: TestClient): Promise<{ job: string; result: string }> {
  const job = await hasJob(client, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  await worker.on(lease!).writes(`a\n${crypto.randomUUID()}\n`)
  await worker.on(lease!).call('POST', 'complete', {})
  const [slot] = embedded(await client.read<JobDocument>(job), 'OutputDataSlot')
  const [file] = embedded(slot!, 'Assigned')
  return { job, result: selfHref(file!) }
}

const usedBytes = async (client: TestClient) =>
  (await client.read<{ properties: { UsedStorageInBytes: number } }>('/api/Info')).properties.UsedStorageInBytes

describe('DeleteWithOutputData', () => {
  it('deletes a completed job and its protected result, and frees their storage', async () => {
    const alice = await api.signUp()
    const { job, result } = await hasResult(alice)
    const before = await usedBytes(alice)
    expect(await availableActionsOf(alice, job)).not.toContain('Delete')

    await does(alice, job, 'DeleteWithOutputData')

    expect((await alice.get(job)).status).toBe(404)
    expect((await alice.get(result)).status).toBe(404)
    expect(await usedBytes(alice)).toBeLessThan(before)
  })

  it('is refused if another job uses one of the results, and names that result', async () => {
    const alice = await api.signUp()
    const { job, result } = await hasResult(alice)
    const setup = { Name: 'Next', ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${stepId}` }
    await alice.post('/api/Job/RapidSetup', { ...setup, InputDataSlots: [{ WorkDataUrls: [result] }] })

    const reply = await alice.post(`${job}/DeleteWithOutputData`)

    expect(reply.status).toBe(400)
    const { code, detail } = (await reply.json()) as ProblemBody
    expect(code).toBe('action-not-offered')
    expect(detail).toContain('table_clean.csv, a result of this job, is an input of another job.')
    expect(await availableActionsOf(alice, job)).not.toContain('DeleteWithOutputData')
    expect((await alice.get(result)).status).toBe(200)
  })

  it('replies to other users as if the job did not exist', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const { job, result } = await hasResult(alice)

    const reply = await mallory.post(`${job}/DeleteWithOutputData`)

    expect(reply.status).toBe(404)
    expect((await alice.get(result)).status).toBe(200)
  })
})
