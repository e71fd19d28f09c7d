import type { JobProperties } from '@millrace/contracts/jobs'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import { describe, expect, it } from 'vitest'
import { hasSetup, type JobDocument, type JobPlan, missingParts, missingText } from './job-parts.ts'

const origin = 'http://localhost'
const plan: JobPlan = {
  name: 'Clean table, koeln',
  stepHref: `${origin}/api/step/1`,
  parameters: { k: 3 },
  slots: { table: [`${origin}/api/data/1`] },
  tags: [],
}

const action = (name: string) =>
  jsonAction(name, `${origin}/api/job/1/${name}`, name, { type: name, schemaHref: `${origin}/schema` })

function workData(id: number) {
  return document('WorkData', { rel: ['Selected'], links: [link('self', `http://127.0.0.1/api/data/${id}`)] })
}

interface JobParts {
  properties?: Partial<JobProperties>
  step?: boolean
  selected?: number[]
  slotActions?: string[]
  actions?: string[]
}

function job({
  properties,
  step = false,
  selected,
  slotActions = ['SelectWorkData'],
  actions = [],
}: JobParts): JobDocument {
  const slot = document('InputDataSlot', {
    rel: ['InputDataSlot'],
    properties: { Name: 'table' },
    entities: (selected ?? []).map(workData) as never[],
    actions: slotActions.map(action),
    links: [],
  })
  return document('Job', {
    properties: {
      Name: plan.name,
      State: 'Created',
      Tags: [],
      ConfiguredParameters: null,
      ...properties,
    } as JobProperties,
    entities: (selected ? [slot] : []) as never[],
    actions: [...actions.map(action), plainAction('StartProcessing', `${origin}/start`, 'Start')],
    links: [
      link('self', `${origin}/api/job/1`),
      ...(step ? [link('SelectedProcessingStep', plan.stepHref ?? '')] : []),
    ],
  }) as JobDocument
}

const kinds = (doc: JobDocument, start = true) => missingParts(doc, plan, { start }).map((part) => part.kind)

describe('missingParts', () => {
  it('returns everything if the job is new, with the start last', () => {
    expect(kinds(job({ actions: ['SelectProcessing', 'ConfigureProcessing'] }))).toEqual([
      'step',
      'parameters',
      'start',
    ])
  })

  it('leaves out what an earlier attempt has already done', () => {
    const done = job({ step: true, selected: [1], properties: { ConfiguredParameters: '{"k":3}' } })

    expect(kinds(done)).toEqual(['start'])
    expect(kinds(done, false)).toEqual([])
  })

  it('fills a slot with one file, or with several as a collection', () => {
    const open = job({ step: true, selected: [], slotActions: ['SelectWorkData', 'SelectWorkDataCollection'] })
    const two = { ...plan, slots: { table: [`${origin}/api/data/1`, `${origin}/api/data/2`] } }

    const [one] = missingParts(open, { ...plan, parameters: undefined }, { start: false })
    const [many] = missingParts(open, { ...two, parameters: undefined }, { start: false })

    expect(one).toMatchObject({ kind: 'slot', slot: 'table', body: { WorkDataUrl: `${origin}/api/data/1` } })
    expect(many).toMatchObject({ body: { WorkDataUrls: two.slots.table } })
  })

  it('clears a slot that the plan leaves empty', () => {
    const filled = job({ step: true, selected: [1], slotActions: ['Clear'] })

    const [part] = missingParts(filled, { ...plan, parameters: undefined, slots: {} }, { start: false })

    expect(part?.action?.name).toBe('Clear')
  })

  it('clears an empty slot of a job that waits for data in it', () => {
    const waiting = job({ step: true, selected: [], slotActions: ['SelectWorkData', 'Clear'] })

    const [part] = missingParts(waiting, { ...plan, parameters: undefined, slots: {} }, { start: false })

    expect(part?.action?.name).toBe('Clear')
  })

  it('renames and tags if the plan changed between two attempts', () => {
    const doc = job({
      step: true,
      selected: [1],
      properties: { Name: 'Old', ConfiguredParameters: '{"k":3}', Tags: ['a'] },
    })

    expect(kinds(doc, false)).toEqual(['name', 'tags'])
  })

  it('returns a part without an action if the server does not offer that action', () => {
    expect(missingParts(job({}), plan, { start: false })[0]).toEqual({
      kind: 'step',
      action: undefined,
      body: { ProcessingStepUrl: plan.stepHref },
    })
  })

  it.each([
    ['step', 'Could not find selectProcessing action', job({})],
    ['parameters', 'Could not configure job', job({ step: true })],
    ['slot', 'Could not select workdata', job({ step: true, selected: [], slotActions: [] })],
    ['tags', 'Could not find edit tags action', job({ step: true, properties: { Tags: ['a'] } })],
  ])('names the missing action of %s: %s', (kind, text, doc) => {
    const part = missingParts(doc, plan, { start: false }).find((candidate) => candidate.kind === kind)

    expect(part && missingText(part)).toBe(text)
  })

  it('says that a job cannot be started or has no slot for the workflow', () => {
    const workflow = { ...plan, slots: { workflow: [`${origin}/api/data/1`] } }
    const idle = { ...job({ step: true, selected: [], properties: { ConfiguredParameters: '{"k":3}' } }), actions: [] }

    const texts = missingParts(idle, workflow, { start: true }).map(missingText)

    expect(texts).toEqual(['Could not find input data slot for workflow', 'Could not find execute action'])
  })

  it('is empty once the job has been started', () => {
    expect(kinds(job({ properties: { State: 'Pending' } }))).toEqual([])
  })

  it('can still rename and tag a job that is on its way', () => {
    expect(kinds(job({ properties: { State: 'Pending', Name: 'Old', Tags: ['a'] } }))).toEqual(['name', 'tags'])
  })
})

describe('hasSetup', () => {
  const running = job({
    step: true,
    selected: [1],
    slotActions: [],
    properties: { State: 'Processing', ConfiguredParameters: '{"k":3}' },
  })

  it('recognizes a job by its step, parameters and inputs, whatever its name and tags', () => {
    expect(hasSetup(running, { ...plan, name: 'New', tags: ['a'] })).toBe(true)
  })

  it.each([
    ['step', { stepHref: `${origin}/api/step/2` }],
    ['parameters', { parameters: { k: 4 } }],
    ['inputs', { slots: { table: [`${origin}/api/data/2`] } }],
  ])('distinguishes another plan by its %s', (_what, change) => {
    expect(hasSetup(running, { ...plan, ...change })).toBe(false)
  })
})
