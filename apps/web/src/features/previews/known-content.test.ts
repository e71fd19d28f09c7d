import { describe, expect, it } from 'vitest'

import { knownContent, type TablePreview, type TextPreview } from './previews.queries.ts'

function text(Text: string): TextPreview {
  return { class: ['TextPreview'], properties: { Text } } as TextPreview
}

const table = { class: ['TablePreview'], properties: { Dialect: 'comma-separated' } } as TablePreview
const records = { class: ['TablePreview'], properties: { Dialect: 'JSON, an array of objects' } } as TablePreview

describe('knownContent', () => {
  it.each([
    ['{"a": 1}\n{"a": 2}\n', true],
    ['[\n  {"a": 1}\n]', true],
    ['[1.5, 2]', true],
    ['{}', true],
    ['Dear reader,\n', false],
    ['[2026-05-01 10:00] started\n', false],
    ['[1] Smith, A. (2020)', false],
    ['{draft} of the minutes', false],
    ['', false],
  ])('finds JSON in plain text: %j %s', (content, found) => {
    expect(knownContent({ Name: 'notes.txt', MediaType: 'text/plain' }, text(content)).hasNoJson).toBe(!found)
  })

  it('finds no JSON in tables of plain text, unless they are JSON', () => {
    const of = (Name: string, preview = table) => knownContent({ Name, MediaType: 'text/plain' }, preview)

    expect(of('readings.dat')).toEqual({ hasNoTable: false, hasNoJson: true })
    expect(of('readings.jsonl')).toEqual({ hasNoTable: false, hasNoJson: false })
    expect(of('answer.txt', records)).toEqual({ hasNoTable: false, hasNoJson: false })
  })

  it('judges a log by its start', () => {
    const log = { Name: 'run.log', MediaType: 'text/plain' }

    expect(knownContent(log, '[2026-05-01 10:00] started\n')).toEqual({ hasNoTable: false, hasNoJson: true })
    expect(knownContent(log, '{"level": "info"}\n')).toEqual({ hasNoTable: false, hasNoJson: false })
  })

  it('trusts the type of JSON, and says nothing about unread files', () => {
    expect(knownContent({ Name: 'a.json', MediaType: 'application/json' }, text('oops')).hasNoJson).toBe(false)
    expect(knownContent({ Name: 'a.txt', MediaType: 'text/plain' }, undefined).hasNoJson).toBe(false)
  })
})
