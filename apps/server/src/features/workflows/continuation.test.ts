import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { beforeEach, describe, expect, it } from 'vitest'
import { chain, type Execution, node, testContinuations, value } from '#testing/continuations.ts'
import { does, findsJobs } from '#testing/jobs.ts'
import { type Behavior, reportOf } from '#testing/workflows.ts'

const { api, ran, previews, continues } = await testContinuations()
/** A new user for each test, so that tests don't reuse each other's runs. */
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

const same = (name: string) => `Same step version, parameters and inputs as in “${name}”.`

describe('continuing an execution', () => {
  it('runs only the nodes that changed, and says why before the start', async () => {
    const job = await ran(alice, chain())

    const { counts, titles, decisions } = await previews(alice, job, { Variables: { window: 5 } })
    const { next, ran: names } = await continues(alice, job, { Variables: { window: 5 } })

    expect(decisions).toEqual({
      first: ['Runs', 'The parameter window changed from 3 to 5.'],
      second: [
        'Depends',
        'It uses results of “Same again (first)”. If these are the same as before, it is reused; if not, it runs again.',
      ],
      third: [
        'Depends',
        'It uses results of “Same again (second)”. If these are the same as before, it is reused; if not, it runs again.',
      ],
      other: ['Reused', same('Run the workflow')],
    })
    expect(titles).toEqual(['first', 'second', 'third', 'other'].map((id) => `Same again (${id})`))
    expect(counts).toEqual({ Runs: 1, Depends: 2, Reused: 1 })
    expect(names).toEqual(['first'])
    const { properties } = await alice.read<SirenDocument<JobProperties>>(next)
    expect(properties.State).toBe('Completed')
  })

  it('runs the nodes that use changed results', async () => {
    const job = await ran(alice, chain())
    const changed = chain({ second: { text: value('changed') } })

    const { decisions } = await previews(alice, job, { Definition: changed })
    const { ran: names } = await continues(alice, job, { Definition: changed })

    expect(decisions).toMatchObject({
      first: ['Reused', same('Run the workflow')],
      second: ['Runs', 'The parameter text changed from "two" to "changed".'],
      third: ['Depends', expect.any(String)],
    })
    expect(names).toEqual(['second', 'third'])
  })

  it('says that a node that comes after a changed one but uses no results of it is reused', async () => {
    const ordered = (text: string) => ({
      version: 1,
      title: 'In order',
      nodes: [
        node('changed', { parameters: { text: value(text) } }),
        node('after', { after: ['changed'], parameters: { text: value('after') } }),
        node('user', { inputs: { in: [{ node: 'after', slot: 'out' }] } }),
        node('both', { after: ['after'], inputs: { in: [{ node: 'changed', slot: 'out' }] } }),
      ],
    })
    const [job, changed] = [await ran(alice, ordered('one')), { Definition: ordered('two') }]
    const { decisions } = await previews(alice, job, changed)
    const { ran: names } = await continues(alice, job, changed)

    expect(decisions).toEqual({
      changed: ['Runs', 'The parameter text changed from "one" to "two".'],
      after: ['Reused', same('Run the workflow')],
      user: ['Reused', same('Run the workflow')],
      both: ['Depends', expect.stringContaining('It uses results of “Same again (changed)”.')],
    })
    expect(names).toEqual(['changed', 'both'])
  })

  it('says that a node that uses results of a skipped one is skipped, even if it comes after a changed one', async () => {
    const ordered = (text: string) => ({
      version: 1,
      title: 'In order',
      nodes: [
        node('changed', { parameters: { text: value(text) } }),
        node('skipped', { when: { compare: { left: value(1), is: 'eq', right: value(2) } } }),
        node('user', { after: ['changed'], inputs: { in: [{ node: 'skipped', slot: 'out' }] } }),
        node('last', { inputs: { in: [{ node: 'user', slot: 'out' }] } }),
      ],
    })
    const [job, changed] = [await ran(alice, ordered('one')), { Definition: ordered('two') }]
    const { decisions } = await previews(alice, job, changed)
    const { ran: names } = await continues(alice, job, changed)

    expect(decisions).toEqual({
      changed: ['Runs', 'The parameter text changed from "one" to "two".'],
      skipped: ['Skipped', 'Its condition is not met.'],
      user: ['Skipped', '“Same again (skipped)” was skipped.'],
      last: ['Skipped', '“Same again (user)” was skipped.'],
    })
    expect(names).toEqual(['changed'])
  })

  it('says that a renamed node after a changed one may be reused', async () => {
    const job = await ran(alice, chain())
    const { nodes, ...rest } = chain({ first: { text: value('one'), window: value(3), more: value(1) } })
    const renamed = { ...rest, nodes: nodes.map((one) => (one.id === 'third' ? { ...one, id: 'last' } : one)) }
    const behavior: Behavior = () => ({ result: 1, outputs: { out: ['one'] } })

    const { decisions } = await previews(alice, job, { Definition: renamed })
    const { ran: names } = await continues(alice, job, { Definition: renamed }, behavior)

    expect(decisions).toMatchObject({
      first: ['Runs', 'The parameter more is now set to 1.'],
      second: ['Depends', expect.any(String)],
      last: ['Depends', expect.stringContaining('It uses results of “Same again (second)”.')],
    })
    expect(names).toEqual(['first'])
  })

  it('says that a node whose parameter was removed runs, even if it also uses changed results', async () => {
    const job = await ran(alice, chain())
    const { nodes, ...rest } = chain({ first: { text: value('new') } })
    const changed = { ...rest, nodes: nodes.map((one) => (one.id === 'second' ? { ...one, parameters: {} } : one)) }

    const { decisions } = await previews(alice, job, { Definition: changed })

    expect(decisions.second).toEqual(['Runs', 'The parameter text is no longer set.'])
  })

  it('resumes where an execution failed', async () => {
    const job = await ran(alice, chain({ second: { fails: value(true) } }))
    const fixed = chain()

    const { decisions } = await previews(alice, job, { Definition: fixed })
    const { next, ran: names } = await continues(alice, job, { Definition: fixed })

    expect(decisions).toEqual({
      first: ['Reused', same('Run the workflow')],
      second: ['Runs', 'It failed. The parameter fails is no longer set.'],
      third: ['Runs', 'It has not run before.'],
      other: ['Reused', same('Run the workflow')],
    })
    expect(names).toEqual(['second', 'third'])
    const report = await reportOf(alice, next)
    expect(report.nodes.map(({ runs: [run] }) => run?.reusedFrom)).toEqual([
      new URL(job).pathname,
      undefined,
      undefined,
      new URL(job).pathname,
    ])
    expect(report.nodes[0]?.runs[0]?.outputs.out?.[0]?.name).toBe('out_0.csv')
  })

  it('shows in the new execution what was reused and from which one', async () => {
    const job = await ran(alice, chain())
    const { next } = await continues(alice, job, { Variables: { window: 5 } })

    const execution = await alice.read<Execution>(`${next}/Execution`)

    expect(execution.properties).toMatchObject({ OriginPurpose: 'Continue', Variables: { window: 5 } })
    expect(hrefOf(execution, 'Origin')).toBe(job)
    const nodes = embedded(execution, 'Node') as SirenDocument<ExecutionNodeProperties>[]
    expect(nodes.map((one) => [one.properties.Id, one.properties.ReusedRuns, hrefOf(one, 'ReusedFrom')])).toEqual([
      ['first', 0, undefined],
      ['second', 1, job],
      ['third', 1, job],
      ['other', 1, job],
    ])
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: next } })).properties.TotalEntities).toBe(1)
  })

  it('reuses single items of forEach', async () => {
    const definition = {
      version: 1,
      title: 'Items',
      variables: { list: { type: 'array', items: { type: 'integer' }, default: [1, 2, 3] } },
      nodes: [
        node('each', { forEach: { variable: 'list' }, parameters: { text: { item: '' } } }),
        node('all', { inputs: { in: [{ node: 'each', slot: 'out' }] } }),
      ],
    }
    const job = await ran(alice, definition)

    const { next, ran: names } = await continues(alice, job, { Variables: { list: [3, 4, 1] } })

    expect(names).toEqual(['each 2', 'all'])
    const { nodes } = await reportOf(alice, next)
    expect(nodes[0]?.runs.map(({ item, result }) => [item, result])).toEqual([
      [0, { text: 3 }],
      [1, { text: 4 }],
      [2, { text: 1 }],
    ])
  })

  it('names an item that is new, wherever it is in the list, and what changed for all items', async () => {
    const each = (list: string[], more: object = {}) => {
      const parameters = { text: { item: '' }, ...more }
      return { version: 1, title: 'Items', nodes: [node('each', { forEach: value(list), parameters })] }
    }
    const job = await ran(alice, each(['Alpha', 'Beta']))
    const reasonFor = async (definition: object) =>
      (await previews(alice, job, { Definition: definition })).decisions.each?.[1]

    expect(await reasonFor(each(['Zeta', 'Alpha', 'Beta']))).toBe('The item "Zeta" has no completed run to reuse.')
    expect(await reasonFor(each(['Alpha', 'Beta', 'Zeta']))).toBe('The item "Zeta" has no completed run to reuse.')
    expect(await reasonFor(each(['Beta', 'Alpha'], { window: value(5) }))).toBe('The parameter window is now set to 5.')
  })

  it('names what changed in an item', async () => {
    const each = (window: number) => {
      const parameters = { text: { item: '/name' }, window: { item: '/window' } }
      return {
        version: 1,
        title: 'Items',
        nodes: [node('each', { forEach: value([{ name: 'a', window }]), parameters })],
      }
    }
    const job = await ran(alice, each(3))

    const { decisions } = await previews(alice, job, { Definition: each(5) })

    expect(decisions.each).toEqual(['Runs', 'The parameter window changed from 3 to 5.'])
  })

  it('says before the start why the first of many items runs', async () => {
    const each = (texts: string[]) => ({
      version: 1,
      title: 'Many items',
      nodes: [node('each', { forEach: value(texts), parameters: { text: { item: '' } } })],
    })
    const texts = Array.from({ length: 101 }, (_, nth) => `item ${nth}`)
    const job = await ran(alice, each(texts), () => ({ result: 1 }))

    const changed = each(['the first', ...texts.slice(1, -1), 'the last'])
    const { decisions } = await previews(alice, job, { Definition: changed })

    expect(decisions).toEqual({ each: ['Runs', 'The item "the first" has no completed run to reuse.'] })
  }, 30_000)

  it('keeps the execution whose results it reuses from being deleted', async () => {
    const job = await ran(alice, chain())
    const { next } = await continues(alice, job, { Variables: { window: 5 } })
    for (const one of [job, next]) await does(alice, one, 'AllowOutputDataDeletion')

    const refused = await alice.post(`${job}/DeleteWithOutputData`)
    await does(alice, next, 'DeleteWithOutputData')
    await does(alice, job, 'DeleteWithOutputData')

    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      detail: 'Results of this job are reused by “Run the workflow”. Delete that execution first.',
    })
  })

  it('runs everything again on request', async () => {
    const job = await ran(alice, chain())

    const { counts } = await previews(alice, job, { Reuse: false })
    const { ran: names, next } = await continues(alice, job, { Reuse: false, Name: 'All again' })

    expect(counts).toEqual({ Runs: 4 })
    expect(names).toHaveLength(4)
    const { properties } = await alice.read<Execution>(`${next}/Execution`)
    expect(properties).toMatchObject({ Name: 'All again', OriginPurpose: 'Repeat' })
  })

  it('also reuses results of earlier executions', async () => {
    const job = await ran(alice, chain())
    const { next } = await continues(alice, job, { Variables: { window: 7 } })

    const { ran: names } = await continues(alice, next, { Variables: { window: 3 } })

    expect(names).toEqual([])
  })
})
