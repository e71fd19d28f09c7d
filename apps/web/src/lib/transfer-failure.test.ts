import { describe, expect, it } from 'vitest'
import { ApiProblem } from './api.ts'
import { failureOf, requireSendable } from './transfer-failure.ts'

const GIGABYTE = 1e9

function refusal(file: File, limit: number | null): unknown {
  try {
    return requireSendable(file, limit)
  } catch (error) {
    return failureOf(error)
  }
}

describe('a file that did not come in', () => {
  it('is not offered again when the same bytes would be refused again', () => {
    expect(refusal(new File([], 'a.csv'), GIGABYTE)).toMatchObject({ error: 'This file is empty', retryable: false })
    expect(refusal(new File(['ab'], 'a.csv'), 1)).toMatchObject({ error: 'Larger than 1\u00a0B', retryable: false })
    expect(failureOf(new ApiProblem(400, '', { detail: 'The file has no name.' }))).toEqual({
      error: 'The file has no name.',
      retryable: false,
    })
    expect(failureOf(new ApiProblem(413, '', {})).retryable).toBe(false)
  })

  it('may be sent again when the answer was about the moment', () => {
    expect(refusal(new File(['ab'], 'a.csv'), null)).toBeUndefined()
    for (const status of [0, 401, 409, 429, 503, 507]) {
      expect(failureOf(new ApiProblem(status, '', {})).retryable, String(status)).toBe(true)
    }
  })
})
