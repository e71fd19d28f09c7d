import { describe, expect, it } from 'vitest'
import { uploadedHrefs } from './uploaded-hrefs.ts'

const uploaded = (...names: string[]) => ({ Uploaded: names.map((Name) => ({ Name, WorkDataUrl: `/of/${Name}` })) })

describe('the URLs of files that were uploaded together', () => {
  it('are in the order of the files, whatever the form did to their names', () => {
    const files = [{ name: '50%22.csv' }, { name: 'two.csv' }]

    expect(uploadedHrefs(uploaded('50".csv', 'two.csv'), files)).toEqual(['/of/50".csv', '/of/two.csv'])
  })

  it('are those of the remaining files if some were deleted before the request was repeated', () => {
    const files = [{ name: 'one.csv' }, { name: 'two.csv' }]

    expect(uploadedHrefs(uploaded('two.csv'), files)).toEqual([undefined, '/of/two.csv'])
  })
})
