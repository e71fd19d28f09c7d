import { asSystem } from '@millrace/db/act'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { warnIfStorageFull } from '#maintenance.ts'
import { testApi } from '#testing/api.ts'
import { formOf, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi({ storageReserve: Number.MAX_SAFE_INTEGER })
const worker = await testWorker(api)
const noInputs = { input_dataslots: [] }

describe('when the disk has only its reserve left', () => {
  it('FLT11 uploads and results are refused with 507 and a clear reason', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('writes', noInputs))
    await hasJob(alice, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])

    const replies = [
      await alice.request('POST', '/api/WorkData/UploadWorkData', { body: formOf('a.csv', 'a\n1\n') }),
      await worker.on(lease!).writes('a\n1\n'),
    ]

    for (const reply of replies) {
      expect(reply.status).toBe(507)
      expect(await reply.json()).toMatchObject({
        code: 'storage-full',
        detail: expect.stringContaining('The server’s disk has less than its reserve of'),
      })
    }
    const { rows } = await asSystem(api.deps.db, (tx) => tx.query('select 1 from work_data'))
    expect(rows).toEqual([])
  })

  it('FLT11 other requests work, and the health check and the log say so', async () => {
    const alice = await api.signUp()
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })

    const made = await alice.post('/api/Job/CreateJob', { Name: 'Draft' })
    const health = await api.anonymous().get('/health/ready')
    await warnIfStorageFull({ storage: api.deps.storage, log })

    expect(made.status).toBe(201)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', storage: 'full' }])
    expect(lines).toEqual([expect.stringContaining('the disk has only its reserve left')])
  })
})
