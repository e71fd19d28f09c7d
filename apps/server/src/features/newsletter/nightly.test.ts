import type { SystemReport } from '@millrace/contracts/system'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testApi } from '#testing/api.ts'
import { LISTMONK_USER, testListmonk } from '#testing/listmonk.ts'

const LIST = 7
const listmonk = await testListmonk()
const api = await testApi({ env: { LISTMONK_URL: listmonk.url, LISTMONK_LIST: String(LIST), ...LISTMONK_USER } })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Returns the time half an hour after `hour` (local time), `day` days from now. */
function at(day: number, hour: number): string {
  const time = new Date()
  time.setDate(time.getDate() + day)
  time.setHours(hour, 30, 0, 0)
  return time.toISOString()
}

const newsletter = async () => (await api.administrator.read<SystemReport>('/api/admin/system')).newsletter

/** Runs maintenance's hourly check at the given time. Returns when the last sync started. */
async function lastSyncAfterCheckAt(time: string): Promise<string | undefined> {
  vi.setSystemTime(time)
  await api.accounts.newsletter.syncIfDue()
  await expect.poll(async () => (await newsletter())?.isRunning, { timeout: 15_000 }).toBe(false)
  return (await newsletter())?.last?.startedAt
}

it('the newsletter is synchronized once every night, and by day if the server missed a night', async () => {
  const mara = await api.signUp()
  const wants = (newsletter: boolean) => mara.post('/api/auth/update-user', { newsletter })
  const subscribers = () => listmonk.on(LIST).map(({ email }) => email)
  const [noon, evening, night, sameNight, day, missed] = [at(1, 12), at(1, 23), at(2, 2), at(2, 4), at(3, 1), at(3, 15)]

  await wants(true)
  expect(await lastSyncAfterCheckAt(noon)).toBe(noon)
  expect(subscribers()).toEqual([mara.person.email])
  await wants(false)
  expect(await lastSyncAfterCheckAt(evening)).toBe(noon)
  expect(subscribers()).toEqual([mara.person.email])
  expect(await lastSyncAfterCheckAt(night)).toBe(night)
  expect(subscribers()).toEqual([])
  expect(await lastSyncAfterCheckAt(sameNight)).toBe(night)
  expect(await lastSyncAfterCheckAt(day)).toBe(night)
  expect(await lastSyncAfterCheckAt(missed)).toBe(missed)
})
