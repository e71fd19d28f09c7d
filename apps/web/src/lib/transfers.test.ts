import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from './app-query-client.ts'
import { lostSince } from './connection.ts'
import { missingIn, missingKey, recordMissing } from './missing-uploads.ts'
import { forgetSession, type Session, sessionQuery } from './session.ts'
import { addTransfers, cancelTransfer, pauseTransfer, running, transferDone, transferList } from './transfers.ts'

const sessionOf = (id: string): Session => ({
  session: { id: `session of ${id}`, expiresAt: '2026-12-02T03:41:28.856Z' },
  user: { id, name: id, email: `${id}@example.org`, emailVerified: true },
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { dispatchEvent: () => {} })
  vi.stubGlobal('sessionStorage', { clear: () => {} })
  lostSince.set(new Date())
  queryClient.setQueryData(sessionQuery.queryKey, sessionOf('mara'))
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['signs out', () => forgetSession(queryClient)],
  ['is followed by another one', () => queryClient.setQueryData(sessionQuery.queryKey, sessionOf('jonas'))],
])('transfers of a user who %s are dropped', (_, leave) => {
  addTransfers(Array.from({ length: 300 }, (_file, at) => new File(['a'], `${at}.csv`)))
  const request = new AbortController()
  running.set('0', request)
  expect(transferList.get()).not.toEqual([])

  leave()
  vi.runAllTimers()

  expect(transferList.get()).toEqual([])
  expect(request.signal.aborted).toBe(true)
  expect(window.onbeforeunload).toBeNull()
})

it('waiting for a transfer lasts while it is paused, until it is canceled', async () => {
  const [id = ''] = addTransfers([new File(['a'], 'a.csv')])
  vi.runAllTimers()
  const ended = vi.fn()
  const done = transferDone(id).catch(ended)

  pauseTransfer(id)
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).not.toHaveBeenCalled()

  cancelTransfer(id)
  await done
  expect(ended).toHaveBeenCalledWith(new Error('The upload was canceled.'))
})

/** Stores items as its own properties, like the browser’s storage. */
const STORAGE = {
  getItem(key: string) {
    return Reflect.get(this, key) ?? null
  },
  setItem(key: string, value: string) {
    Reflect.set(this, key, value)
  },
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  },
}

it('transfers are all recorded when the tab closes, also those just chosen, until the user signs out', () => {
  const storage = Object.create(STORAGE) as typeof STORAGE
  vi.stubGlobal('localStorage', storage)
  addTransfers(Array.from({ length: 300 }, (_file, at) => new File(['a'], `${at}.csv`)))

  recordMissing()

  const noted = missingIn(storage.getItem(missingKey() ?? ''))
  expect(noted).toHaveLength(300)
  expect(noted.at(-1)).toEqual({ path: '299.csv', size: 1 })
  forgetSession(queryClient)
  expect(Object.keys(storage)).toEqual([])
})

it('transfers of the same user stay on the list when the session is read again', () => {
  addTransfers([new File(['a'], 'a.csv')])

  queryClient.setQueryData(sessionQuery.queryKey, { ...sessionOf('mara') })

  expect(transferList.get()).toHaveLength(1)
})

it('transfers leave out the files that operating systems keep in folders', () => {
  const inFolder = (name: string) =>
    Object.defineProperty(new File(['a'], name), 'webkitRelativePath', { value: `2024/${name}` })

  addTransfers([inFolder('.DS_Store'), inFolder('Thumbs.db'), inFolder('readings.csv'), new File(['a'], 'desktop.ini')])

  expect(transferList.get().map(({ file }) => file.name)).toEqual(['readings.csv', 'desktop.ini'])
})
