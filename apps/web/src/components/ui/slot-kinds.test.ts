import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { expect, it } from 'vitest'
import { kindsOf, outputLabel } from './slot-kinds.tsx'

const slot = (MediaType: string | null, IsCollection = false) => ({ MediaType, IsCollection }) as DataSlotSpecification

it('names what an output slot contains, even if it may have any type', () => {
  expect(outputLabel(slot('text/csv, application/vnd.apache.parquet'))).toBe('Table')
  expect(outputLabel(slot('text/csv, application/vnd.apache.parquet', true))).toBe('Tables')
  expect(outputLabel(slot('application/vnd.plotly.v1+json'))).toBe('Figure')
  expect(outputLabel(slot('application/geo+json, application/json'))).toBe('GeoJSON')
  expect(outputLabel(slot(null, true))).toBe('Files')
  expect(outputLabel(slot(null))).toBe('File')
})

it('names families of JSON types in words', () => {
  const json = slot('application/json, application/*+json, application/jsonl, text/plain')
  expect(kindsOf([json]).map(({ word }) => word)).toEqual(['JSON, JSON Lines, text'])
})

it('names several files of any type in the plural', () => {
  const words = (...slots: DataSlotSpecification[]) => kindsOf(slots).map(({ word }) => word)
  expect(words(slot(null, true))).toEqual(['files'])
  expect(words(slot(null))).toEqual(['any file'])
})
