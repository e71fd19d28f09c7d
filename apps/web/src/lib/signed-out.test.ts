import { expect, it } from 'vitest'
import { sessionSettled, whileSessionChanges, withCurrentSession } from './signed-out.ts'

/** Simulates a server that replaces its session. `send` carries the browser’s current cookie. */
function server() {
  let valid = 1
  let cookie = 1
  const replied = Promise.withResolvers<void>()
  return {
    replace: () =>
      whileSessionChanges(async () => {
        valid = 2
        await replied.promise
        cookie = 2
      }),
    reply: () => replied.resolve(),
    send: async () => (cookie === valid ? 'accepted' : 'refused'),
  }
}

const isRefused = (reply: string) => reply === 'refused'

it('repeats a request that was refused while the session was replaced', async () => {
  const { replace, reply, send } = server()
  const replaced = replace()
  const sent = withCurrentSession(send, isRefused)

  reply()

  expect(await sent).toBe('accepted')
  await replaced
})

it('repeats a request that was sent before the session was replaced and refused afterwards', async () => {
  const { replace, reply, send } = server()
  const late = Promise.withResolvers<string>()
  const replies = [late.promise, undefined]
  const sent = withCurrentSession(async () => (await replies.shift()) ?? send(), isRefused)

  const replaced = replace()
  reply()
  await replaced
  late.resolve('refused')

  expect(await sent).toBe('accepted')
})

it('does not repeat what is refused while the session stays', async () => {
  let sent = 0

  expect(await withCurrentSession(async () => ++sent, Boolean)).toBe(1)
})

it('lets new connections wait until the session is replaced, or the change is refused', async () => {
  const change = Promise.withResolvers<void>()
  const refused = whileSessionChanges(() => change.promise)
  let isSettled = false
  const settled = sessionSettled().then(() => {
    isSettled = true
  })

  await Promise.resolve()
  expect(isSettled).toBe(false)
  change.reject(new Error('refused'))

  await expect(refused).rejects.toThrow('refused')
  await settled
  expect(isSettled).toBe(true)
})
