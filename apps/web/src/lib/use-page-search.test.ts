import { describe, expect, it } from 'vitest'
import { changedSearch } from './use-page-search.ts'

describe('a change of a search', () => {
  it('keeps a change that is in the address but not drawn yet', () => {
    const drawn: { name?: string; user?: string; offset: number } = { offset: 20 }
    const change = changedSearch(drawn, { ...drawn, name: 'freya', offset: 0 }, { offset: 0 })

    expect(change({ offset: 20, user: '7' })).toEqual({ name: 'freya', user: '7' })
  })

  it('drops what the next search no longer has', () => {
    const change = changedSearch<{ name?: string; tag?: string }>({ name: 'freya', tag: 'a' }, { tag: 'a' }, {})

    expect(change({ name: 'freya', tag: 'a' })).toEqual({ tag: 'a' })
  })
})
