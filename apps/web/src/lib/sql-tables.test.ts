import type { PreviewColumn } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { completions, sqlName, sqlTable, wordBefore } from './sql-tables.ts'

const column = (Name: string) => ({ Name, Kind: 'number' }) as PreviewColumn
const TABLES = [
  sqlTable('2024 levels.csv.gz', 0, { columns: [column('level_cm'), column('Water level'), column('order')] }),
]

describe('the completion of a query', () => {
  it('names tables as the step does, and quotes names that are not plain words', () => {
    expect(TABLES[0]?.names).toEqual(['input', '2024 levels'])
    expect(sqlTable('b.csv', 1, null)).toEqual({ names: ['table2', 'b'], columns: [] })
    expect(['level_cm', 'Water level', 'order', 'a"b'].map(sqlName)).toEqual([
      'level_cm',
      '"Water level"',
      '"order"',
      '"a""b"',
    ])
  })

  it.each([
    ['select lev', 'lev'],
    ['select "Water le', '"Water le'],
    ['select "Water level" fr', 'fr'],
    ['select a.', ''],
    ['select größe_2', 'größe_2'],
  ])('completes the word that ends at the caret of %j', (text, word) => {
    expect(wordBefore(text, text.length)).toEqual({ word, start: text.length - word.length })
  })

  it('offers what starts with the word before what contains it, and keywords last', () => {
    expect(completions('le', TABLES).map(({ insert }) => insert)).toEqual([
      'level_cm',
      'LEFT',
      '"Water level"',
      '"2024 levels"',
    ])
    expect(completions('"wa', TABLES).map(({ insert }) => insert)).toEqual(['"Water level"'])
    expect(completions('', TABLES).map(({ text }) => text)).toEqual([
      'level_cm',
      'Water level',
      'order',
      'input',
      '2024 levels',
    ])
  })
})
