import { actionOf } from '@millrace/siren/read'
import { beforeEach, describe, expect, it } from 'vitest'
import { actionHref, chain, type Execution, node, testContinuations, value, writes } from '#testing/continuations.ts'
import { does, findsJobs, uploads } from '#testing/jobs.ts'
import { reportOf, startsExecution, uploadsDefinition } from '#testing/workflows.ts'

const { api, workflows, ran, previews, continues } = await testContinuations()
/** A new user for each test, so that tests don't reuse each other's runs. */
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

async function usedBytes(): Promise<number> {
  return (await api.db.pool.query('select used_bytes from owner where id = $1', [alice.publicId])).rows[0].used_bytes
}

describe('a run is not reused', () => {
  const single = (change: object = {}) => ({ version: 1, title: 'Single', nodes: [node('a', change)] })

  it('if its step is not marked as deterministic', async () => {
    const job = await ran(alice, single({ step: { function: 'random' } }))

    const { decisions } = await previews(alice, job, {})
    const { ran: names } = await continues(alice, job, {})

    expect(decisions.a).toEqual(['Runs', 'random is not marked as deterministic, so its results are never reused.'])
    expect(names).toEqual(['a'])
  })

  it('if a parameter uses a word that may give a different result each time', async () => {
    const asks = (sql: string) => single({ step: { function: 'ask' }, parameters: { sql: { value: sql } } })
    const [volatile, stable] = [await ran(alice, asks('select now()')), await ran(alice, asks('select known'))]

    const { decisions } = await previews(alice, volatile, {})
    const { ran: again } = await continues(alice, volatile, {})
    const { ran: reused } = await continues(alice, stable, {})

    expect(decisions.a).toEqual(['Runs', 'The parameter sql uses “now”, which may give a different result each time.'])
    expect(again).toEqual(['a'])
    expect(reused).toEqual([])
  })

  it('if the content of an input changed', async () => {
    const [before, after] = [await uploads(alice, 'in.csv', 'a\n1\n'), await uploads(alice, 'in.csv', 'a\n2\n')]
    const definition = {
      ...single({ inputs: { in: [{ variable: 'data' }] } }),
      variables: { data: { type: 'string', format: 'work-data', default: before } },
    }
    const job = await ran(alice, definition)

    const { decisions } = await previews(alice, job, { Variables: { data: after } })
    const { ran: names } = await continues(alice, job, { Variables: { data: after } })

    expect(decisions.a).toEqual(['Runs', 'The content of in.csv, the input in, changed.'])
    expect(names).toEqual(['a'])
  })

  it('if files that it wrote were deleted', async () => {
    const job = await ran(alice, single({ parameters: { text: value('deleted') } }))
    const [run] = (await reportOf(alice, job)).nodes[0]?.runs ?? []
    const file = run?.outputs.out?.[0]?.workData ?? ''
    await does(alice, file, 'AllowDeletion')
    await does(alice, file, 'Delete')

    const { decisions } = await previews(alice, job, {})
    const { ran: names } = await continues(alice, job, {})

    expect(decisions.a).toEqual(['Runs', 'Its output files were deleted.'])
    expect(names).toEqual(['a'])
  })

  it('of another owner', async () => {
    const definition = single({ parameters: { text: value('shared by chance') } })
    const job = await ran(alice, definition)
    const bob = await api.signUp()

    const mine = await startsExecution(bob, workflows.stepId, { definition })
    const names = await workflows.works(bob, mine, writes)
    const reply = await bob.post(`${job}/Execution/Continue`, {})

    expect(names).toEqual(['a'])
    expect(reply.status).toBe(404)
  })
})

describe('the request', () => {
  it('is refused while the execution runs', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: chain() })

    const reply = await alice.post(`${job}/Execution/Continue`, {})

    expect(actionOf(await alice.read<Execution>(`${job}/Execution`), 'Continue')).toBeUndefined()
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'action-not-offered' })
    await does(alice, job, 'CancelProcessing')
  })

  it('reports all faults of a definition, and stores nothing', async () => {
    const job = await ran(alice, chain())
    const before = await usedBytes()
    const broken = { version: 1, title: 'Broken', nodes: [{ id: 'x', step: { function: 'nope' } }] }

    for (const action of ['PreviewContinuation', 'Continue']) {
      const reply = await alice.post(await actionHref(alice, job, action), { Definition: broken })

      expect(reply.status).toBe(422)
      expect(await reply.json()).toMatchObject({ faults: [{ pointer: '/nodes/0/step/function' }] })
    }
    expect(await usedBytes()).toBe(before)
  })

  it('says before the start what can’t run', async () => {
    const job = await ran(alice, chain())
    const definition = { ...chain(), nodes: [node('a', { inputs: { in: [{ workData: job }] } })] }

    const reply = await alice.post(await actionHref(alice, job, 'PreviewContinuation'), { Definition: definition })

    expect(reply.status).toBe(422)
  })

  it('takes another definition by its URL, and advertises its schema', async () => {
    const job = await ran(alice, chain())
    const url = await uploadsDefinition(alice, chain({ third: { text: value('by URL') } }))
    const action = actionOf(await alice.read<Execution>(`${job}/Execution`), 'Continue')
    const schema = await (await alice.get(action?.fields?.[0]?.class?.[0] ?? '')).json()

    const { ran: names } = await continues(alice, job, { DefinitionUrl: url })

    expect(Object.keys((schema as { properties: object }).properties)).toEqual([
      ...['Name', 'Variables', 'DefinitionUrl', 'Definition', 'Reuse'],
    ])
    expect(names).toEqual(['third'])
  })

  it('is refused with two definitions', async () => {
    const job = await ran(alice, chain())
    const both = { DefinitionUrl: await uploadsDefinition(alice, chain()), Definition: chain() }

    const reply = await alice.post(`${job}/Execution/Continue`, both)

    expect([reply.status, await reply.json()]).toEqual([
      422,
      expect.objectContaining({
        faults: [{ pointer: '/Definition', message: 'Give the definition or its URL, not both.' }],
      }),
    ])
  })

  it('leaves nothing behind if it is only a preview', async () => {
    const job = await ran(alice, chain())
    const before = (await findsJobs(alice, {})).properties.TotalEntities

    await previews(alice, job, { Definition: chain({ third: { text: value('x') } }) })

    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(before)
  })
})
