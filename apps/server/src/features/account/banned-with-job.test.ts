import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, type JobDocument, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('runs_on'))

it('sec/C6 a ban ends the user’s stream immediately, but not the running job, whose result is available once the ban is lifted', async () => {
  const mara = await api.signUp()
  const href = await hasJob(mara, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  const job = worker.on(lease!)
  const stream = await mara.get('/api/Events')
  const seen = stream.text()

  await api.administrator.post('/api/auth/admin/ban-user', { userId: mara.userId, banReason: 'Sold access' })

  expect(await seen).not.toContain('Completed')
  expect((await mara.get(href)).status).toBe(401)
  expect((await mara.post(`${href}/CancelProcessing`)).status).toBe(401)
  expect((await job.call('POST', 'heartbeat', { progress: 0.5 })).status).toBe(200)
  expect((await job.writes('a,b\n1,2\n')).status).toBe(201)
  expect((await job.call('POST', 'complete', {})).status).toBe(200)
  const byAdministrator = await api.administrator.read<JobDocument>(href)
  expect(byAdministrator.properties.State).toBe('Completed')

  await api.administrator.post('/api/auth/admin/unban-user', { userId: mara.userId })
  await mara.post('/api/auth/sign-in/email', mara.person)
  expect((await mara.read<JobDocument>(href)).properties.State).toBe('Completed')
})
