import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { availableActionsOf, does, findsJobs, stateOf, uploads } from '#testing/jobs.ts'
import { freeStep, hasExecution, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo'), freeStep('steady')])
const node = (id: string, change: object = {}) => ({ id, title: id, step: { function: 'echo' }, ...change })
const define = (...nodes: object[]) => ({ version: 1, title: 'Test', nodes })
const done = () => ({ result: 1, outputs: { out: ['a\n'] } })

type Person = Awaited<ReturnType<typeof api.signUp>>

async function subJob(person: Person, execution: string, name: string): Promise<string> {
  const find = async () => {
    const { entities } = await findsJobs(person, { Filter: { ParentJobUrl: execution, Name: name } })
    return entities[0]?.links.find(({ rel }) => rel.includes('self'))?.href
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

describe('data that is deleted between two nodes', () => {
  it('makes the run wait, and the execution continues once other data is selected', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const definition = {
      ...define(node('a'), node('b', { after: ['a'], inputs: { in: [{ variable: 'data' }] } })),
      variables: { data: { type: 'string', format: 'work-data' } },
    }
    const job = await startsExecution(alice, workflows.stepId, { definition, variables: { data } })
    await subJob(alice, job, 'a')
    await does(alice, data, 'AllowDeletion')
    await alice.request('DELETE', `${data}/Delete`)

    const [lease] = await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })
    await workflows.run(lease!, done)
    const waiting = await subJob(alice, job, 'b')
    expect(await stateOf(alice, waiting)).toBe('DataMissing')
    expect(await availableActionsOf(alice, waiting)).not.toContain('SelectProcessing')
    expect(await stateOf(alice, job)).toBe('Processing')

    const [slot] = embedded(await alice.read<SirenDocument>(waiting), 'InputDataSlot')
    await alice.post(actionOf(slot!, 'SelectWorkData')?.href ?? '', { WorkDataUrl: await uploads(alice, 'other.csv') })
    await does(alice, waiting, 'StartProcessing')
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })
})

describe('a canceled run', () => {
  it('counts as failed and is not repeated', async () => {
    const alice = await api.signUp()
    const job = await startsExecution(alice, workflows.stepId, { definition: define(node('a', { retries: 3 })) })

    await does(alice, await subJob(alice, job, 'a'), 'CancelProcessing')

    await expect.poll(() => stateOf(alice, job)).toBe('Error')
    const { properties } = await alice.read<SirenDocument<{ ErrorDescription: string }>>(job)
    expect(properties.ErrorDescription).toBe('“a” failed: Its job was canceled.')
  })
})

describe('steps', () => {
  it('that became private fail the nodes that have not run yet', async () => {
    const [stepId = ''] = await workflows.worker.registers(freeStep('passing'))
    const alice = await api.signUp()
    const definition = define(node('a'), { id: 'b', step: { function: 'passing' }, after: ['a'] })
    const job = await startsExecution(alice, workflows.stepId, { definition })

    await api.administrator.post(`/api/ProcessingStep/${stepId}/MakePrivate`)
    await workflows.works(alice, job, done)

    expect((await alice.read<SirenDocument>(job)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: '“passing” failed: Its processing step was deleted or is no longer public.',
    })
  })

  it('of newer versions do not replace those that were chosen at the start', async () => {
    const alice = await api.signUp()
    const steady = (id: string, change: object = {}) => ({ id, step: { function: 'steady' }, ...change })
    const job = await startsExecution(alice, workflows.stepId, {
      definition: define(steady('a'), steady('b', { after: ['a'] })),
    })
    await workflows.worker.registers(freeStep('steady', { version: '1.1.0' }))

    expect(await workflows.works(alice, job, done)).toEqual(['a', 'b'])
  })

  it('that run workflows refuse to start while they are suspended', async () => {
    const alice = await api.signUp()
    const job = await hasExecution(alice, workflows.stepId, { definition: define(node('a')) })
    const step = `/api/ProcessingStep/${workflows.stepId}`
    await api.administrator.post(`${step}/SuspendDeployment`)

    const refused = await alice.post(`${job}/StartProcessing`)
    await api.administrator.post(`${step}/ResumeDeployment`)
    const started = await alice.post(`${job}/StartProcessing`)

    expect([refused.status, started.status]).toEqual([400, 200])
    await does(alice, job, 'CancelProcessing')
  })
})

describe('deletion', () => {
  it('of a running workflow’s jobs is not offered', async () => {
    const alice = await api.signUp()
    const job = await startsExecution(alice, workflows.stepId, {
      definition: define(node('a'), node('b', { after: ['a'] })),
    })
    const a = await subJob(alice, job, 'a')
    const [lease] = await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })
    await workflows.run(lease!, done)

    expect(await availableActionsOf(alice, a)).not.toContain('DeleteWithOutputData')
    const reply = await alice.post(`${a}/DeleteWithOutputData`)
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('belongs to a workflow that is running'),
    ])
    await does(alice, job, 'CancelProcessing')
    expect(await availableActionsOf(alice, a)).toContain('DeleteWithOutputData')
  })

  it('of an execution deletes its jobs and their results', async () => {
    const alice = await api.signUp()
    const definition = define(node('a'), node('b', { inputs: { in: [{ node: 'a', slot: 'out' }] } }))
    const job = await startsExecution(alice, workflows.stepId, { definition })
    await workflows.works(alice, job, done)

    await does(alice, job, 'DeleteWithOutputData')

    expect((await alice.get(job)).status).toBe(404)
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(0)
  })

  it('of an execution is refused if another job uses a result', async () => {
    const alice = await api.signUp()
    const job = await startsExecution(alice, workflows.stepId, { definition: define(node('a')) })
    await workflows.works(alice, job, done)
    const [output] = embedded(await alice.read<SirenDocument>(await subJob(alice, job, 'a')), 'OutputDataSlot')
    const [file] = embedded(output!, 'Assigned')
    const url = file?.links.find(({ rel }) => rel.includes('self'))?.href
    const user = await startsExecution(alice, workflows.stepId, {
      definition: define(node('u', { inputs: { in: [{ workData: url }] } })),
    })
    await workflows.works(alice, user, done)

    const reply = await alice.post(`${job}/DeleteWithOutputData`)

    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('is an input of another job')])
    expect(await stateOf(alice, job)).toBe('Completed')
  })
})
