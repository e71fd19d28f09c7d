import { describe, expect, it } from 'vitest'
import { searchTermIn } from './search-term.ts'

describe('the search term for a URL that leads nowhere', () => {
  it.each([
    ['/workdata/explorer/koeln_dayly.csv', 'koeln_dayly.csv'],
    ['/jobs/Daily%20discharge/', 'Daily discharge'],
    ['/broken/%E0%A4%A', '%E0%A4%A'],
    ['/jobs/L2FwaS9Kb2IvMDE5N2YzYTEtNWI0ZS03YzNk', ''],
    ['/jobs/clean-koeln-readings-2024-11', 'clean-koeln-readings-2024-11'],
    ['/', ''],
  ])('is the end of %s', (path, words) => {
    expect(searchTermIn(path)).toBe(words)
  })
})
