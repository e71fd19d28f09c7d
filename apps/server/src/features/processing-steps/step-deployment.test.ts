import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, hasJob, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { contributor, readStep, registersStep } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)

describe('the deployment of a step', () => {
  const deployment = async (client: TestClient, step: string) =>
    (await readStep(client, step)).properties.DeploymentState

  it('is changed by workers and the owner, and cannot be set to the platform', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'deployed')
    const states = [await deployment(mara, step)]

    for (const action of [
      'ConfigureExternalDeployment',
      'SuspendDeployment',
      'ResumeDeployment',
      'SuspendDeployment',
      'RemoveDeployment',
    ]) {
      await does(mara, step, action)
      states.push(await deployment(mara, step))
    }

    expect(states).toEqual([
      'NotDeployed',
      'External',
      'ExternalSuspended',
      'External',
      'ExternalSuspended',
      'NotDeployed',
    ])
    expect(await availableActionsOf(mara, step)).not.toContain('ConfigureDeployment')
    expect((await mara.post(`${step}/ResumeDeployment`)).status).toBe(400)
    expect((await mara.post(`${step}/ConfigureDeployment`, {})).status).toBe(404)
  })

  it('becomes External when a worker registers it, unless it is suspended', async () => {
    const made = await (await api.administrator.post('/api/keys?scope=worker')).json()
    const headers = { 'x-api-key': (made as { key: string }).key }
    const step = await registersStep(api.administrator, 'by_worker')
    const offer = () =>
      api.anonymous().request('PUT', '/worker/v1/steps', { body: { manifests: [manifest('by_worker')] }, headers })

    await offer()
    const first = await deployment(api.administrator, step)
    await does(api.administrator, step, 'SuspendDeployment')
    await offer()

    expect([first, await deployment(api.administrator, step)]).toEqual(['External', 'ExternalSuspended'])
  })

  it('determines whether workers can claim its jobs or the jobs wait', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('suspended'))
    const step = `http://localhost:3000/api/ProcessingStep/${stepId}`
    await does(api.administrator, step, 'SuspendDeployment')
    const job = await hasJob(alice, stepId, 'Pending')

    expect(await worker.claims([stepId])).toEqual([])
    expect(await stateOf(alice, job)).toBe('Pending')
    const waiting = worker.claims([stepId], { waitMs: 15_000 })
    await does(api.administrator, step, 'ResumeDeployment')
    expect(await waiting).toHaveLength(1)
  })
})
