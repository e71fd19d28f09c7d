import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { describe, expect, it } from 'vitest'
import { proposedName } from './job-name.ts'
import { assignSlots, type ChosenData, fitOf, openSlots, spreadSlot, takesAll } from './slot-fit.ts'
import { assignmentOf, assignToSlot, type Choices, plannedJobs } from './start-plan.ts'

const csv = (name: string): ChosenData => ({ href: `/data/${name}`, name, mediaType: 'text/csv', sizeInBytes: 1 })
const json = (name: string): ChosenData => ({ ...csv(name), mediaType: 'application/json' })

function slot(Name: string, MediaType: string, MinSlots = 1, MaxSlots: number | null = 1): DataSlotSpecification {
  return { Name, Title: Name, Description: '', MediaType, IsCollection: MaxSlots !== 1, MinSlots, MaxSlots }
}

const readings = slot('readings', 'text/csv')
const stations = slot('stations', 'application/json', 0)
const tables = slot('tables', 'text/csv', 2, null)

const choices: Choices = {
  step: { href: '/step', title: 'Clean table', slots: [readings, stations] },
  data: [csv('koeln.csv')],
  byHand: {},
  spread: 'together',
  parameters: { k: 3 },
  name: undefined,
  tags: ['project=rhine'],
}

describe('proposedName', () => {
  it('joins the step and the file without its extension', () => {
    expect(proposedName('Clean table', ['koeln_2019-2024.csv'])).toBe('Clean table, koeln_2019-2024')
    expect(proposedName('Clean table', ['a.csv', 'b.csv'])).toBe('Clean table, 2 files')
    expect(proposedName('Make a sample', [])).toBe('Make a sample')
    expect(proposedName(undefined, ['.profile'])).toBe('.profile')
  })

  it('stays within the limit of a job name', () => {
    expect(proposedName('Clean', [`${'x'.repeat(600)}.csv`])).toHaveLength(512)
  })
})

describe('assignSlots', () => {
  it('puts each file into a slot that accepts its type', () => {
    expect(assignSlots([readings, stations], [json('s.json'), csv('a.csv')]).slots).toEqual({
      readings: ['/data/a.csv'],
      stations: ['/data/s.json'],
    })
  })

  it('fills required slots before optional ones', () => {
    const optional = slot('extra', 'text/csv', 0)

    expect(assignSlots([optional, readings], [csv('a.csv')]).slots).toEqual({ extra: [], readings: ['/data/a.csv'] })
  })

  it('distinguishes surplus files from files of the wrong type', () => {
    const { surplus, unfit } = assignSlots([readings], [csv('a.csv'), csv('b.csv'), json('s.json')])

    expect(surplus.map((file) => file.name)).toEqual(['b.csv'])
    expect(unfit.map((file) => file.name)).toEqual(['s.json'])
  })

  it('names the slots that still need data', () => {
    expect(openSlots([readings, stations, tables], { tables: ['/1'] })).toEqual([readings, tables])
  })
})

describe('fitOf', () => {
  it('gives the reason and ranks exact types before open slots', () => {
    expect(fitOf([readings], [csv('a.csv')])).toEqual({ fits: true, reason: 'accepts CSV', rank: 2 })
    expect(fitOf([slot('any', '')], [csv('a.csv')])).toEqual({ fits: true, reason: 'accepts any file', rank: 1 })
    expect(fitOf([readings], [json('a.json')])).toEqual({ fits: false, reason: 'accepts CSV', rank: -1 })
    const two = [csv('a.csv'), csv('b.csv')]
    expect(fitOf([slot('left', 'text/csv'), slot('right', 'text/csv')], two).rank).toBeGreaterThan(
      fitOf([slot('only', 'text/csv')], two).rank,
    )
    expect(fitOf([], [])).toEqual({ fits: true, reason: 'needs no data', rank: 0 })
  })

  it('proposes no step for tables if the file has none', () => {
    const broken = { ...csv('broken.csv'), hasNoTable: true }
    const prose = { ...json('prose.json'), hasNoTable: true }
    const anyTable = slot('table', 'text/csv, application/vnd.apache.parquet, application/json')

    expect(fitOf([readings], [broken])).toEqual({ fits: false, reason: 'no table found in the file', rank: -1 })
    expect(fitOf([anyTable], [prose]).fits).toBe(false)
    expect(fitOf([anyTable], [json('records.json')]).fits).toBe(true)
    expect(fitOf([slot('document', 'application/json')], [prose]).fits).toBe(true)
    expect(fitOf([slot('any', '')], [broken]).fits).toBe(true)
  })

  it('proposes no step for JSON if a text file contains none', () => {
    const notes = { ...csv('notes.txt'), mediaType: 'text/plain', hasNoJson: true }
    const slots = [slot('document', 'application/json, application/*+json, text/plain')]

    expect(fitOf(slots, [notes])).toEqual({ fits: false, reason: 'no JSON found in the file', rank: -1 })
    expect(fitOf(slots, [{ ...notes, hasNoJson: false }]).fits).toBe(true)
  })
})

describe('assignToSlot', () => {
  const [left, right] = [slot('left', 'text/csv'), slot('right', 'text/csv')]
  const join = { step: { href: '/step', title: 'Join', slots: [left, right] }, byHand: {} }

  it('fills a second slot with the same file', () => {
    const data = [csv('a.csv')]

    const byHand = assignToSlot('right', '/data/a.csv', { ...join, data })

    expect(byHand).toEqual({ left: ['/data/a.csv'], right: ['/data/a.csv'] })
    expect(assignmentOf({ ...join, data, byHand }).slots).toEqual(byHand)
  })

  it('moves a file to another slot if a different file can take its place', () => {
    const data = [csv('a.csv'), csv('b.csv')]

    const byHand = assignToSlot('right', '/data/a.csv', { ...join, data })

    expect(assignmentOf({ ...join, data, byHand }).slots).toEqual({ left: ['/data/b.csv'], right: ['/data/a.csv'] })
  })
})

describe('plannedJobs', () => {
  it('makes one job from one file', () => {
    expect(plannedJobs(choices)).toEqual([
      {
        name: 'Clean table, koeln',
        stepHref: '/step',
        parameters: { k: 3 },
        slots: { readings: ['/data/koeln.csv'], stations: [] },
        tags: ['project=rhine'],
      },
    ])
  })

  it('makes a job for each of several files if requested', () => {
    const data = [csv('koeln.csv'), csv('mainz.csv')]

    const jobs = plannedJobs({ ...choices, data, spread: 'each' })

    expect(jobs.map((job) => [job.name, job.slots.readings])).toEqual([
      ['Clean table, koeln', ['/data/koeln.csv']],
      ['Clean table, mainz', ['/data/mainz.csv']],
    ])
  })

  it('keeps in every job what the user put into a slot', () => {
    const data = [csv('koeln.csv'), csv('mainz.csv'), json('s.json')]
    const byHand = { stations: ['/data/s.json'] }

    const jobs = plannedJobs({ ...choices, data, byHand, spread: 'each' })

    expect(jobs.map((job) => job.slots)).toEqual([
      { readings: ['/data/koeln.csv'], stations: ['/data/s.json'] },
      { readings: ['/data/mainz.csv'], stations: ['/data/s.json'] },
    ])
  })

  it('uses a typed name, and distinguishes several jobs by their file', () => {
    const data = [csv('koeln.csv'), csv('mainz.csv')]

    expect(plannedJobs({ ...choices, name: ' Mine ' })[0]?.name).toBe('Mine')
    expect(plannedJobs({ ...choices, data, name: 'Mine', spread: 'each' })[1]?.name).toBe('Mine, mainz')
  })

  it('puts all files into a collection if they belong together', () => {
    const step = { href: '/step', title: 'Join', slots: [tables] }
    const data = [csv('a.csv'), csv('b.csv'), csv('c.csv')]

    expect(plannedJobs({ ...choices, step, data })[0]?.slots.tables).toHaveLength(3)
    expect(spreadSlot([tables], data)).toBe(tables)
    expect(takesAll(tables, 3)).toBe(true)
    expect(takesAll(readings, 3)).toBe(false)
  })

  it('is one job if the files fill its required slots, and several jobs if there are more files', () => {
    const other = slot('other', 'text/csv')
    const two = [csv('a.csv'), csv('b.csv')]

    expect(spreadSlot([readings, other], two)).toBeUndefined()
    expect(spreadSlot([readings, other], [...two, csv('c.csv')])).toBe(readings)
    const step = { href: '/step', title: 'Join tables', slots: [readings, other] }
    const jobs = plannedJobs({ ...choices, step, data: two, spread: 'each' })
    expect(jobs.map(({ slots }) => slots)).toEqual([{ readings: ['/data/a.csv'], other: ['/data/b.csv'] }])
    const byHand = { other: ['/data/s.csv'] }
    const each = plannedJobs({ ...choices, step, data: [...two, csv('s.csv')], byHand, spread: 'each' })
    expect(each.map(({ slots }) => slots.readings)).toEqual([['/data/a.csv'], ['/data/b.csv']])
  })

  it('forgets files that the user put into a slot but that are no longer chosen', () => {
    expect(assignmentOf({ ...choices, byHand: { readings: ['/data/gone.csv'] } }).slots.readings).toEqual([])
  })
})
