import { describe, expect, it } from 'vitest'
import { changedSearch } from './use-page-search.ts'

interface Search {
  name?: string | undefined
  user?: string
  offset: number
}

describe('a change of a search', () => {
  it('keeps what was requested while the previous search is still on screen', () => {
    const shown: Search = { offset: 0 }

    expect(changedSearch({ ...shown, name: 'freya' }, shown, { ...shown, user: '7' })).toEqual({
      name: 'freya',
      user: '7',
      offset: 0,
    })
  })

  it('removes what the next search no longer has', () => {
    const shown: Search = { name: 'freya', offset: 0 }

    expect(changedSearch(shown, shown, { offset: 0 }).name).toBeUndefined()
  })

  it('starts from the rows on screen, not from those of a page that was still loading', () => {
    const shown: Search = { offset: 0 }

    expect(changedSearch({ offset: 50 }, shown, { ...shown, name: 'freya' })).toEqual({ name: 'freya', offset: 0 })
  })
})
