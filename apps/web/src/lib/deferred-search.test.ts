import { describe, expect, it } from 'vitest'
import { withoutDefaults } from './deferred-search.ts'

describe('a search in the URL', () => {
  it('leaves out default values', () => {
    const defaults = { tab: 'all', Name: undefined as string | undefined, PageOffset: 0 }

    expect(withoutDefaults({ tab: 'all', Name: 'köln', PageOffset: 20 }, defaults)).toEqual({
      Name: 'köln',
      PageOffset: 20,
    })
  })
})
