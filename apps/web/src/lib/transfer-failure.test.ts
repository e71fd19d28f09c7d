import { describe, expect, it } from 'vitest'
import { ApiProblem } from './api.ts'
import { brokenOff, failureOf, requireSendable } from './transfer-failure.ts'

const GIGABYTE = 1e9

function refusal(file: File, limit: number | null): unknown {
  try {
    return requireSendable(file, limit)
  } catch (error) {
    return failureOf(error)
  }
}

/** A file that was truncated on disk, in a browser that notices this only when reading beyond the new end. */
class ShortenedFile extends File {
  override slice(start = 0, end = this.size): Blob {
    return super.slice(start, Math.min(end < 0 ? this.size + end : end, 2))
  }
}

describe('an interrupted transfer', () => {
  it('may be sent again if the file is intact', async () => {
    const failure = await brokenOff(new File(['a,b\n1,2\n'], 'a.csv'), 4)

    expect(failure).toEqual({ error: 'Connection lost at 50%', retryable: true })
  })

  it('asks for the file again if the file was shortened, although its first byte can be read', async () => {
    const failure = await brokenOff(new ShortenedFile(['a,b\n1,2\n'], 'a.csv'), 4)

    expect(failure).toMatchObject({ advice: 'Choose it again.', retryable: false })
  })
})

describe('a refused file', () => {
  it('is not offered again if the same bytes would be refused again', () => {
    expect(refusal(new File([], 'a.csv'), GIGABYTE)).toMatchObject({ error: 'This file is empty', retryable: false })
    expect(refusal(new File(['ab'], 'a.csv'), 1)).toMatchObject({
      error: 'The file is larger than 1\u00a0B',
      retryable: false,
    })
    expect(failureOf(new ApiProblem(400, '', { detail: 'The file has no name.' }))).toEqual({
      error: 'The file has no name.',
      retryable: false,
    })
    expect(failureOf(new ApiProblem(413, '', {})).retryable).toBe(false)
  })

  it('may be sent again if the refusal is temporary', () => {
    expect(refusal(new File(['ab'], 'a.csv'), null)).toBeUndefined()
    for (const status of [0, 401, 409, 429, 503, 507]) {
      expect(failureOf(new ApiProblem(status, '', {})).retryable, String(status)).toBe(true)
    }
  })
})
