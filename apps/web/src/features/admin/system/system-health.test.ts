import type { SystemReport } from '@millrace/contracts/system'
import { expect, it } from 'vitest'
import { formatBytes } from '#lib/format.ts'
import { problemsFirst, usableBytes } from './system-health.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const SYSTEM: SystemReport = {
  version: '0.1.0',
  database: { version: '18.4', bytes: 1 },
  storage: { freeBytes: 71.86e9, reserveBytes: 13.54e9, usedBytes: 1, largestOwners: [] },
  queue: { waiting: 0, running: 0, oldest: null },
  workers: [],
  backup: { database: 'built-in', last: { finishedAt: '2026-11-24T12:00:00Z', path: '/b', files: 1, bytes: 1 } },
  mail: { transport: 'smtp', waiting: 0, retrying: 0, failed: 0, lastError: null },
  newsletter: null,
}

it('shows sizes that add up', () => {
  const { freeBytes, reserveBytes } = SYSTEM.storage

  expect(formatBytes(freeBytes)).toBe('71.9\u00a0GB')
  expect(formatBytes(reserveBytes)).toBe('13.5\u00a0GB')
  expect(formatBytes(usableBytes(SYSTEM.storage))).toBe('58.4\u00a0GB')
})

it('puts sections with a problem first, and keeps the order of the others', () => {
  const order = ['storage', 'queue', 'workers', 'backup', 'mail', 'newsletter']

  expect(problemsFirst(SYSTEM, NOW)).toEqual([[], order])
  expect(problemsFirst({ ...SYSTEM, backup: { database: 'built-in', last: null } }, NOW)).toEqual([
    ['backup'],
    order.filter((section) => section !== 'backup'),
  ])
})
