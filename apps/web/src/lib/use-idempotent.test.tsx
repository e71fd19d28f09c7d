import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it } from 'vitest'
import { bareElement } from '../testing/bare-element.ts'
import { ApiProblem } from './api.ts'
import { useIdempotent } from './use-idempotent.ts'

let once: ReturnType<typeof useIdempotent>

function Sender() {
  const send = useIdempotent()
  useLayoutEffect(() => {
    once = send
  })
  return null
}

beforeEach(() => flushSync(() => createRoot(bareElement()).render(<Sender />)))

const succeed = (request: unknown) => once(request, (key) => Promise.resolve(key))

async function fail(request: unknown, status: number): Promise<string> {
  let used = ''
  const send = (key: string) => {
    used = key
    return Promise.reject(new ApiProblem(status, ''))
  }
  await expect(once(request, send)).rejects.toThrow()
  return used
}

it('keeps the key of a request until it succeeds, even if another request is sent in between', async () => {
  const first = await fail({ name: 'a' }, 0)

  const other = await succeed({ name: 'b' })
  const retry = await succeed({ name: 'a' })
  const next = await succeed({ name: 'a' })

  expect(retry).toBe(first)
  expect(new Set([first, other, next]).size).toBe(3)
})

it('uses a new key if what the request created was deleted', async () => {
  const first = await fail({ name: 'a' }, 404)

  expect(await succeed({ name: 'a' })).not.toBe(first)
})
