import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf } from '@millrace/siren/read'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, type JobDocument, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [step = ''] = await worker.registers(manifest('measured'))

it('reports the times of a job, starting with the first attempt', async () => {
  const alice = await api.signUp()
  const job = await hasJob(alice, step, 'Pending')
  expect(hrefOf(await alice.read<JobDocument>(job), 'Metrics')).toBeUndefined()
  const [lease] = await worker.claims([step])
  const at = worker.on(lease ?? { id: '', token: '' })
  await at.writes('a\n1\n')
  expect((await at.call('POST', 'complete', {})).status).toBe(200)

  const metrics = await alice.read<SirenDocument>(hrefOf(await alice.read<JobDocument>(job), 'Metrics') ?? '')

  expect(metrics).toMatchObject({
    class: ['metrics'],
    properties: {
      worker: 'test',
      metrics: {
        ...{ attempts: 1, seconds_pending: expect.any(Number), seconds_processing: expect.any(Number) },
        ...{ input_files: 1, input_bytes: 8, output_files: 1, output_bytes: 4 },
      },
    },
  })
  const mallory = await api.signUp()
  expect((await mallory.get(`${job}/Metrics`)).status).toBe(404)
})
