import { expect, it } from 'vitest'
import { packedAdvice } from './packed-formats.ts'

const BINARY = 'application/octet-stream'

it('a file that can’t be opened here says what to do with it', () => {
  expect(packedAdvice({ mediaType: 'application/zstd', name: 'a.csv.zst' })).toContain('zstd-compressed')
  expect(packedAdvice({ mediaType: BINARY, name: 'Survey.SAV' })).toBe(
    'This SPSS file can’t be opened here. Save its tables as Parquet, CSV or Excel, then upload those.',
  )
  expect(packedAdvice({ mediaType: BINARY, name: 'sav' })).toBeUndefined()
  expect(packedAdvice({ mediaType: BINARY, name: 'a.constructor' })).toBeUndefined()
})
