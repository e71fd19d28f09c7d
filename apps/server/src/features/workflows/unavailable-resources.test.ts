import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, stateOf, stepHref, uploads } from '#testing/jobs.ts'
import { contributor, registersStep } from '#testing/steps.ts'
import { freeStep, hasExecution, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo', { deterministic: true })])
const node = (id: string, change: object = {}) => ({ id, title: id, step: { function: 'echo' }, ...change })
const define = (...nodes: object[]) => ({ version: 1, title: 'Test', nodes })
const done = () => ({ result: 1, outputs: { out: ['a\n'] } })
const system = (text: string, values: unknown[]) => asSystem(api.deps.db, (tx) => tx.query(text, values))
const data = { type: 'string', format: 'work-data' }

type Person = Awaited<ReturnType<typeof api.signUp>>
type Job = SirenDocument<{ State: string; ErrorDescription: string | null }>

async function deletes(person: Person, workData: string): Promise<void> {
  await does(person, workData, 'AllowDeletion')
  expect((await person.request('DELETE', `${workData}/Delete`)).status).toBe(200)
}

async function refusal(person: Person, job: string) {
  const reply = await person.post(`${job}/StartProcessing`)
  return { status: reply.status, ...((await reply.json()) as { detail: string; faults?: object[] }) }
}

/** Continues an ended execution with these variables. Returns the names of the jobs that ran. */
async function continues(person: Person, job: string, variables: object): Promise<{ next: string; ran: string[] }> {
  const execution = await person.read<SirenDocument>(`${job}/Execution`)
  const reply = await person.post(actionOf(execution, 'Continue')?.href ?? '', { Variables: variables })
  expect(reply.status, await reply.clone().text()).toBe(201)
  const next = reply.headers.get('location') ?? ''
  return { next, ran: await workflows.works(person, next, done) }
}

async function errorOf(person: Person, job: string) {
  const { State, ErrorDescription } = (await person.read<Job>(job)).properties
  return [State, ErrorDescription]
}

describe('data that is deleted between saving and starting', () => {
  it('is reported at its variable, and the same job can start with other data', async () => {
    const alice = await api.signUp()
    const gone = await uploads(alice)
    const definition = { ...define(node('a', { inputs: { in: [{ variable: 'data' }] } })), variables: { data } }
    const job = await hasExecution(alice, workflows.stepId, { definition, variables: { data: gone } })
    await deletes(alice, gone)

    const { status, faults } = await refusal(alice, job)
    expect([status, faults]).toEqual([
      422,
      [{ pointer: '/variables/data', message: 'Work data not found. If it was deleted, choose other work data.' }],
    ])
    expect(await stateOf(alice, job)).toBe('ReadyForProcessing')

    await does(alice, job, 'ConfigureProcessing', { data: await uploads(alice, 'other.csv') })
    await does(alice, job, 'StartProcessing')
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })

  it('may be the definition itself, and the same job can start with another definition', async () => {
    const alice = await api.signUp()
    const job = await hasExecution(alice, workflows.stepId, { definition: define(node('a')) })
    const slotOf = async () => embedded(await alice.read<SirenDocument>(job), 'InputDataSlot')[0]
    const [file] = embedded((await slotOf())!, 'Selected')
    await does(api.administrator, file?.links.find(({ rel }) => rel.includes('self'))?.href ?? '', 'Delete')

    expect(await stateOf(alice, job)).toBe('DataMissing')
    const { status, detail } = await refusal(alice, job)
    expect([status, detail]).toEqual([400, expect.any(String)])

    const select = actionOf((await slotOf())!, 'SelectWorkData')?.href ?? ''
    await alice.post(select, { WorkDataUrl: await uploadsDefinition(alice, define(node('b'))) })
    await does(alice, job, 'StartProcessing')
    expect(await workflows.works(alice, job, done)).toEqual(['b'])
  })
})

describe('data that is deleted between two nodes', () => {
  it('fails a node that repeats over it, and the execution continues with other data', async () => {
    const alice = await api.signUp()
    const gone = await uploads(alice)
    const definition = {
      ...define(node('a'), node('b', { after: ['a'], forEach: { variable: 'many' }, inputs: { in: [{ item: '' }] } })),
      variables: { many: { type: 'array', items: data } },
    }
    const job = await startsExecution(alice, workflows.stepId, { definition, variables: { many: [gone] } })
    await deletes(alice, gone)
    await workflows.works(alice, job, done)
    expect(await errorOf(alice, job)).toEqual(['Error', '“b” failed: Work data of the variable “many” was deleted.'])

    const { next, ran } = await continues(alice, job, { many: [await uploads(alice, 'other.csv')] })
    expect(ran).toEqual(['b 1'])
    expect(await stateOf(alice, next)).toBe('Completed')
  })

  it('can be replaced in a continuation after the waiting execution is canceled', async () => {
    const alice = await api.signUp()
    const gone = await uploads(alice)
    const definition = {
      ...define(node('a'), node('b', { after: ['a'], inputs: { in: [{ variable: 'data' }] } })),
      variables: { data },
    }
    const job = await startsExecution(alice, workflows.stepId, { definition, variables: { data: gone } })
    await deletes(alice, gone)
    const waits = async () => {
      for (const lease of await workflows.worker.claims(workflows.stepIds, { waitMs: 0 }))
        await workflows.run(lease, done)
      return (await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts
    }
    await expect.poll(waits, { timeout: 20_000 }).toEqual({ Completed: 1, DataMissing: 1 })
    await does(alice, job, 'CancelProcessing')

    const { next, ran } = await continues(alice, job, { data: await uploads(alice, 'other.csv') })
    expect(ran).toEqual(['b'])
    expect(await stateOf(alice, next)).toBe('Completed')
  })
})

describe('a step', () => {
  const of = (id: string, name: string, change: object = {}) => ({ id, step: { function: name }, ...change })
  const administers = (stepId: string, action: string) => does(api.administrator, stepHref(stepId), action)

  it('that is deprecated before the start or during a run can still run', async () => {
    const [stepId = ''] = await workflows.worker.registers(freeStep('old'))
    workflows.stepIds.push(stepId)
    const alice = await api.signUp()
    const definition = define(of('a', 'old'), of('b', 'old', { after: ['a'] }))
    const running = await startsExecution(alice, workflows.stepId, { definition })
    const waiting = await hasExecution(alice, workflows.stepId, { definition })

    await administers(stepId, 'Deprecate')
    await does(alice, waiting, 'StartProcessing')

    await workflows.works(alice, running, done)
    await workflows.works(alice, waiting, done)
    expect([await stateOf(alice, running), await stateOf(alice, waiting)]).toEqual(['Completed', 'Completed'])
  })

  it('that is suspended before the start prevents the start until it is resumed', async () => {
    const [stepId = ''] = await workflows.worker.registers(freeStep('pausing'))
    workflows.stepIds.push(stepId)
    const alice = await api.signUp()
    const job = await hasExecution(alice, workflows.stepId, { definition: define(of('a', 'pausing')) })
    await administers(stepId, 'SuspendDeployment')

    const { status, faults } = await refusal(alice, job)
    expect([status, faults]).toEqual([
      422,
      [
        {
          pointer: '/nodes/0/step/function',
          message:
            'The processing step “pausing” 1.0.0 is suspended. Choose another one, or ask its owner to resume it.',
        },
      ],
    ])

    await administers(stepId, 'ResumeDeployment')
    await does(alice, job, 'StartProcessing')
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })

  it('that is suspended during a run holds its nodes until it is resumed', async () => {
    const [stepId = ''] = await workflows.worker.registers(freeStep('held'))
    workflows.stepIds.push(stepId)
    const alice = await api.signUp()
    const job = await startsExecution(alice, workflows.stepId, { definition: define(of('a', 'held')) })
    const runsOf = async () => (await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts
    await expect.poll(runsOf).toEqual({ Pending: 1 })
    await administers(stepId, 'SuspendDeployment')

    expect(await workflows.worker.claims([stepId], { waitMs: 0 })).toEqual([])
    expect(await stateOf(alice, job)).toBe('Processing')

    await administers(stepId, 'ResumeDeployment')
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })

  it('that is deleted before the start is named, and one that is deleted during a run fails its nodes', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'leaving', { input_dataslots: [] })
    const definition = define(node('a'), of('b', 'leaving', { after: ['a'] }))
    const running = await startsExecution(mara, workflows.stepId, { definition })
    const waiting = await hasExecution(mara, workflows.stepId, { definition })

    expect((await mara.request('DELETE', `${step}/Delete`)).status).toBe(200)
    await workflows.works(mara, running, done)

    expect(await errorOf(mara, running)).toEqual([
      'Error',
      '“leaving” failed: Its processing step was deleted or is no longer public.',
    ])
    expect((await refusal(mara, waiting)).faults).toEqual([
      { pointer: '/nodes/1/step/function', message: 'There is no processing step “leaving”.' },
    ])
  })
})

describe('a worker that dies on one node every time', () => {
  it('ends the execution with an error that says so', async () => {
    const alice = await api.signUp()
    const job = await startsExecution(alice, workflows.stepId, {
      definition: define(node('a'), node('b', { after: ['a'], retries: 1 })),
    })
    const dies = async () => {
      for (const lease of await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })) {
        if (lease.jobName === 'a') await workflows.run(lease, done)
        else await system(`update job set lease_until = now() - interval '1 s' where id = $1`, [lease.id])
      }
      await endExpiredAttempts(api.deps)
      await system('update pgboss.job set start_after = now()', [])
      return errorOf(alice, job)
    }

    await expect
      .poll(dies, { timeout: 20_000 })
      .toEqual(['Error', expect.stringMatching(/^“b” failed: The worker stopped responding in each of 3 attempts/)])
    const { properties } = await findsJobs(alice, { Filter: { ParentJobUrl: job } })
    expect(properties.StateCounts).toEqual({ Completed: 1, Error: 2 })
  })
})
