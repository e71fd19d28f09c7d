import { hostileWorkbooks } from '@millrace/contracts/testing/hostile-workbooks'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { convertTable } from './convert-table.ts'

describe('a step on a hostile workbook', () => {
  it.each(hostileWorkbooks('http://127.0.0.1:1'))(
    'sec/J7 reads the cells of $name or says why not',
    async (workbook) => {
      const { name, content, expected } = workbook
      const run = runOn(convertTable, { [name]: content }, { format: 'csv' })

      if (expected instanceof RegExp) await expect(run).rejects.toThrow(expected)
      else {
        const [row = {}] = await (await run).rows(convertTable.outputs?.[0]?.name ?? '')
        expect(Object.values(row).map(String)).toEqual(expected)
      }
    },
  )
})
