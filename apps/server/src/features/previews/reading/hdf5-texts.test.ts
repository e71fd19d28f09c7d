import type { Metadata } from 'h5wasm'
import { describe, expect, it } from 'vitest'
import { meaningNotes, unreadable, valueText } from './hdf5-texts.ts'

describe('a value of a scientific file', () => {
  it('is decoded again if the library mistook its UTF-8 for Latin-1', () => {
    expect(valueText(['KÃ¶ln', 'Köln', 'Bonn', '日本'])).toBe('[Köln, Köln, Bonn, 日本]')
    expect(valueText(['StraÃŸe', 'Straße', 'â€œNordâ€\u009d', 'Łódź'])).toBe('[Straße, Straße, “Nord”, Łódź]')
  })

  it('has a note that it is shown as stored if attributes convert it', () => {
    const attributes = [
      { Name: 'units', Value: 'K' },
      { Name: 'scale_factor', Value: '0.01' },
      { Name: 'add_offset', Value: '280' },
    ]

    expect(meaningNotes(attributes)).toEqual([
      'Numbers are shown as they are stored. scale_factor (0.01) and add_offset (280) turn them into values.',
    ])
    expect(meaningNotes([{ Name: 'scale_factor', Value: '0.1' }])).toEqual([
      'Numbers are shown as they are stored. scale_factor (0.1) turns them into values.',
    ])
    expect(meaningNotes(attributes.slice(0, 1))).toEqual([])
  })

  it('is missing if an attribute says so', () => {
    const missing = [
      { Name: '_FillValue', Value: '-999' },
      { Name: 'missing_value', Value: '-999' },
    ]

    expect(meaningNotes(missing)).toEqual(['Missing values are stored as -999.'])
    expect(meaningNotes([{ Name: '_FillValue', Value: 'NaN' }])).toEqual([])
    expect(meaningNotes([{ Name: '_FillValue', Value: 'NaN' }, ...missing.slice(1)])).toEqual([
      'Missing values are stored as -999.',
    ])
  })

  it.each([
    [{ type: 1, size: 2 }, [], 'The values can’t be read, because they have 16 bits. Save them as float32.'],
    [
      { type: 0, size: 8 },
      [{ id: 32_000, name: 'lzf' }],
      'The values can’t be read, because they are compressed with lzf. Save them with gzip.',
    ],
    [{ type: 0, size: 8 }, [{ id: 1, name: 'deflate' }], 'The values can’t be read.'],
  ])('that can’t be read gets a reason: %o %o', (metadata, filters, sentence) => {
    expect(unreadable(metadata as Metadata, filters)).toBe(sentence)
  })
})
