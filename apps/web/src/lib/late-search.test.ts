import { describe, expect, it } from 'vitest'
import { changedSearch, withoutDefaults } from './late-search.ts'

describe('a search in the address', () => {
  it('leaves out what is the default anyway', () => {
    const defaults = { tab: 'all', Name: undefined as string | undefined, PageOffset: 0 }

    expect(withoutDefaults({ tab: 'all', Name: 'köln', PageOffset: 20 }, defaults)).toEqual({
      Name: 'köln',
      PageOffset: 20,
    })
  })

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
