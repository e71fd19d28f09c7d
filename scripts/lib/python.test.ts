import { describe, expect, it } from 'vitest'
import { findPython } from './python.mjs'

const choosing = (versions: Record<string, string>) => findPython((name) => versions[name])

describe('the Python of the conformance suite', () => {
  it('is the first version that is new enough', () => {
    expect(choosing({ python3: 'Python 3.11.7\n' })).toBe('python3')
    expect(choosing({ python3: 'Python 3.9.2', 'python3.12': 'Python 3.12.0' })).toBe('python3.12')
    expect(choosing({ python: 'Python 4.0.1' })).toBe('python')
  })

  it('is undefined if Python is missing or too old', () => {
    expect(choosing({})).toBeUndefined()
    expect(choosing({ python3: 'Python 3.10.14', python: 'Python 2.7.18' })).toBeUndefined()
    expect(choosing({ python3: 'no Python at all' })).toBeUndefined()
  })
})
