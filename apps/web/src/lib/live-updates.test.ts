import { expect, it, vi } from 'vitest'
import { followLiveUpdates } from './live-updates.ts'

it('sends nothing once it has stopped, even if the link arrives later', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const ignore = () => {}

  const stop = followLiveUpdates({
    name: 'left',
    link: () => promise,
    onEvent: ignore,
    onMissed: ignore,
    onFound: ignore,
    onLost: ignore,
  })
  stop()
  resolve(undefined)
  await promise

  expect(post).not.toHaveBeenCalled()
})
