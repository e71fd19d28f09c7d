import { describe, expect, it } from 'vitest'
import { automaticConnection, bestConnection } from './best-connection.ts'

const slot = (name: string, mediaType: string | null) => ({ name, mediaType, minSlots: 0, maxSlots: null })
const TABLE = 'text/csv,application/vnd.apache.parquet,application/json,text/plain'
const summary = slot('summary', 'text/plain')
const details = slot('details', 'application/json')
const cleaned = slot('cleaned', 'text/csv,application/vnd.apache.parquet')
const tables = slot('tables', TABLE)

const namesOf = (ends: ReturnType<typeof bestConnection>) => ends && [ends.output.name, ends.input.name]

describe('an automatic connection', () => {
  it('prefers a table for a slot for tables, whatever comes first', () => {
    expect(namesOf(automaticConnection([summary, details, cleaned], [tables]))).toEqual(['cleaned', 'tables'])
    expect(namesOf(automaticConnection([summary, details], [tables]))).toEqual(['details', 'tables'])
  })

  it('never connects plain text to a slot for tables, unless the user asks for it', () => {
    expect(automaticConnection([summary], [tables])).toBeUndefined()
    expect(namesOf(bestConnection([summary], [tables]))).toEqual(['summary', 'tables'])
  })

  it('connects plain text to slots for text or anything', () => {
    expect(namesOf(automaticConnection([summary], [tables, slot('text', 'text/*')]))).toEqual(['summary', 'text'])
    expect(namesOf(automaticConnection([summary], [slot('files', null)]))).toEqual(['summary', 'files'])
  })

  it('prefers the slot that names the type', () => {
    const inputs = [slot('files', null), slot('settings', 'application/json')]

    expect(namesOf(automaticConnection([details], inputs))).toEqual(['details', 'settings'])
  })

  it('prefers JSON to plain text in a slot for JSON that may also be typed as text', () => {
    const document = slot('document', 'application/json, application/jsonl, text/plain')

    expect(namesOf(automaticConnection([summary, details], [document]))).toEqual(['details', 'document'])
    expect(namesOf(automaticConnection([summary], [document]))).toEqual(['summary', 'document'])
  })

  it('accepts data of any type, such as an input of the workflow', () => {
    expect(namesOf(automaticConnection([slot('', null)], [tables]))).toEqual(['', 'tables'])
  })
})
