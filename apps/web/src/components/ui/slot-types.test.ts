import { describe, expect, it } from 'vitest'
import { fewSlotTypesLabel, slotKindsLabel, slotTypesLabel } from './slot-types.ts'

describe('slotTypesLabel', () => {
  it('joins the types that a slot accepts', () => {
    expect(slotTypesLabel('text/csv')).toBe('CSV')
    expect(slotTypesLabel('text/csv, text/tab-separated-values,application/vnd.apache.parquet')).toBe(
      'CSV, TSV or Parquet',
    )
    expect(slotTypesLabel('image/*')).toBe('any image')
    expect(slotTypesLabel('text/plain, application/json')).toBe('text or JSON')
    expect(slotTypesLabel('application/json, application/*+json, text/plain')).toBe('JSON or text')
  })

  it('calls a slot for any type “any file”', () => {
    expect(slotTypesLabel('')).toBe('any file')
    expect(slotTypesLabel(null)).toBe('any file')
    expect(slotTypesLabel('application/octet-stream')).toBe('any file')
  })
})

describe('fewSlotTypesLabel', () => {
  it('names three of many types, or all of a few', () => {
    expect(fewSlotTypesLabel('text/csv, text/tab-separated-values, application/vnd.apache.parquet, text/plain')).toBe(
      'CSV, TSV, Parquet or text',
    )
    expect(fewSlotTypesLabel('text/csv, image/png, image/jpeg, application/pdf, text/plain')).toBe(
      'CSV, PNG, JPEG and 2 more',
    )
  })
})

describe('slotKindsLabel', () => {
  it('says tables or images instead of the many types that they have', () => {
    const tables = 'text/csv, text/tab-separated-values, application/vnd.apache.parquet, application/json'
    expect(slotKindsLabel(tables)).toBe('tables')
    expect(slotKindsLabel('text/csv, application/vnd.apache.parquet')).toBe('CSV or Parquet')
    expect(slotKindsLabel('image/png, image/jpeg, image/webp, image/bmp')).toBe('images')
    expect(slotKindsLabel('image/png, application/pdf')).toBe('PNG or PDF')
  })
})
