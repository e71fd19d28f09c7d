import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from './api.ts'
import { retryFailed } from './transfer-verbs.ts'
import { addTransfers, holdTransfers, transferList } from './transfers.ts'

const { deliver, deliverTogether } = vi.hoisted(() => {
  const underWay = () => vi.fn(() => new Promise(() => {}))
  return { deliver: underWay(), deliverTogether: underWay() }
})
vi.mock('./deliver-transfer.ts', () => ({ deliver, deliverTogether }))
vi.mock('./wait-for-server.ts', () => ({ askUntilFound: async () => {}, pauseUnlessOnline: async () => {} }))

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => {} })
  vi.stubGlobal('document', { getElementById: () => null })
  transferList.set([])
})
afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['a file', 1, deliver],
  ['files in one request', 30, deliverTogether],
])(
  '%s on the way to the previous workspace is sent to the next one only if the user wants it',
  async (_, count, send) => {
    const broken = Promise.withResolvers()
    send.mockReturnValueOnce(broken.promise)
    addTransfers(Array.from({ length: count }, (_file, at) => new File(['a'], `${at}.csv`)))
    await expect.poll(() => send.mock.calls.length).toBe(1)

    holdTransfers('You switched.')
    broken.reject(new ApiProblem(0, ''))

    const told = () => new Set(transferList.get().map(({ state, error }) => `${state}: ${error}`))
    await expect.poll(told).toEqual(new Set(['failed: You switched.']))
    expect(send).toHaveBeenCalledTimes(1)
    retryFailed()
    await expect.poll(() => deliver.mock.calls.length + deliverTogether.mock.calls.length).toBeGreaterThan(1)
  },
)
