import { describe, expect, it, vi } from 'vitest'
import { readStart, startSearch } from './start-search.ts'

vi.stubGlobal('location', new URL('http://localhost:3000/dashboard'))

const data = ['http://localhost:3000/api/WorkData/1', 'http://localhost:3000/api/WorkData/2']

describe('the start panel in the URL', () => {
  it('is read as it was written', () => {
    const step = 'http://localhost:3000/api/ProcessingStep/7'

    expect(readStart(startSearch({ data, step }))).toEqual({ data, step })
    expect(readStart(startSearch({ job: 'http://localhost:3000/api/Job/9' }))).toEqual({
      job: 'http://localhost:3000/api/Job/9',
    })
  })

  it('is just "new" if nothing is chosen', () => {
    expect(startSearch()).toBe('new')
    expect(readStart('new')).toEqual({})
  })

  it('leaves out what is invalid or belongs to another server', () => {
    expect(readStart(`data.${btoa('https://evil.example/api/x')}.$$$~step.~what.x`)).toEqual({ data: [] })
  })
})
