import { Box } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Entry, type Group, matchingEntries, readTyped } from './palette-entries.ts'

function entry(group: Group, label: string, more: Partial<Entry> = {}): Entry {
  return { id: `${group} ${label}`, group, label, icon: Box, run: () => {}, ...more }
}

const ENTRIES = [
  entry('Go to', 'Jobs'),
  entry('Go to', 'Processing steps'),
  entry('Recent', 'Clean table, köln'),
  entry('Start', 'Start a job with Clean table', { meta: 'clean_table', sought: true }),
  entry('Start', 'Upload files'),
  entry('This page', 'Cancel job'),
]

const labels = (typed: string, entries = ENTRIES) =>
  matchingEntries(entries, typed).flatMap(([, found]) => found.map(({ label }) => label))

describe('what the palette shows', () => {
  it('is recent pages, what the page can do and where the user can go, before anything is typed', () => {
    expect(matchingEntries(ENTRIES, '').map(([group]) => group)).toEqual(['Recent', 'Start', 'This page', 'Go to'])
    expect(labels('')).not.toContain('Start a job with Clean table')
  })

  it('contains all typed words, each at the start of a word, with or without accents', () => {
    expect(labels('clean koln')).toEqual(['Clean table, köln'])
    expect(labels('table start')).toEqual(['Start a job with Clean table'])
    expect(labels('lean')).toEqual([])
    expect(labels('clean_t')).toEqual(['Start a job with Clean table'])
  })

  it('starts with entries that start with the typed text', () => {
    const steps = [entry('Go to', 'All jobs'), entry('Go to', 'Jobs of today')]

    expect(labels('jobs', steps)).toEqual(['Jobs of today', 'All jobs'])
  })

  it('keeps what the server found, whatever its words', () => {
    const found = [entry('Jobs', 'ÄÖ-report-2024', { found: true })]

    expect(labels('port', found)).toEqual(['ÄÖ-report-2024'])
  })

  it('is only commands after a >', () => {
    expect(labels('>')).toEqual(['Start a job with Clean table', 'Upload files', 'Cancel job'])
    expect(labels('> up')).toEqual(['Upload files'])
  })

  it('is only tags after a #, and only people and workspaces after an @', () => {
    const entries = [
      ...ENTRIES,
      entry('Tags', 'köln 2024'),
      entry('Tags', 'bonn'),
      entry('People and workspaces', 'Bo'),
    ]

    expect(labels('#', entries)).toEqual(['köln 2024', 'bonn'])
    expect(labels('# koln', entries)).toEqual(['köln 2024'])
    expect(labels('@b', entries)).toEqual(['Bo'])
    expect(readTyped(' #köln ')).toEqual({ prefix: '#', text: 'köln' })
    expect(readTyped('köln #2')).toEqual({ prefix: '', text: 'köln #2' })
  })

  it('is limited to a number of entries per group', () => {
    const many = Array.from({ length: 30 }, (_, at) => entry('Jobs', `Job ${at}`, { found: true }))

    expect(labels('job', many)).toHaveLength(5)
  })
})
