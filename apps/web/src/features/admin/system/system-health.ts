import type { SystemReport } from '@millrace/contracts/system'
import { roundBytes } from '#lib/format.ts'

/** Waiting time from which a queued job counts as a problem. */
const LONG_WAIT_MS = 15 * 60_000
/** Age in days from which the last backup counts as a problem. */
const OLD_DAYS = 7
const DAY_MS = 86_400_000
/** Free space counts as a problem if it is less than this fraction of the space in use. */
const LEAST_FREE_SHARE = 1 / 20

type Storage = SystemReport['storage']

/**
 * Returns the space available for files. It is computed from the rounded sizes that the page shows, so the numbers add
 * up.
 */
export function usableBytes({ freeBytes, reserveBytes }: Pick<Storage, 'freeBytes' | 'reserveBytes'>): number {
  return Math.max(0, roundBytes(freeBytes) - roundBytes(reserveBytes))
}

/** Returns whether there is room for more files: the usable free space exceeds a twentieth of the used space. */
export function storageIsFine(storage: Pick<Storage, 'freeBytes' | 'reserveBytes' | 'usedBytes'>): boolean {
  const usable = usableBytes(storage)
  return usable > 0 && usable > storage.usedBytes * LEAST_FREE_SHARE
}

/** Returns whether no job has waited for 15 minutes or longer. */
export function queueIsFine({ oldest }: Pick<SystemReport['queue'], 'oldest'>, now: Date): boolean {
  return !oldest || now.getTime() - Date.parse(oldest.queuedAt) < LONG_WAIT_MS
}

/** Returns whether a worker is connected, or no job needs one. */
export function workersAreFine({ workers, queue }: Pick<SystemReport, 'workers' | 'queue'>): boolean {
  return queue.waiting === 0 || workers.some(({ isConnected }) => isConnected)
}

/** Returns the number of full days since an ISO 8601 time. */
export function daysSince(at: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(at)) / DAY_MS)
}

/** Returns whether the last backup is less than seven days old. */
export function backupIsFine({ last }: Pick<SystemReport['backup'], 'last'>, now: Date): boolean {
  return last !== null && daysSince(last.finishedAt, now) < OLD_DAYS
}

/** Returns whether email is sent to a mail server, and no email has failed or is being retried. */
export function mailIsFine({
  transport,
  retrying,
  failed,
}: Pick<SystemReport['mail'], 'transport' | 'retrying' | 'failed'>): boolean {
  return transport === 'smtp' && retrying + failed === 0
}

const IS_FINE = {
  storage: ({ storage }) => storageIsFine(storage),
  queue: ({ queue }, now) => queueIsFine(queue, now),
  workers: (system) => workersAreFine(system),
  backup: ({ backup }, now) => backupIsFine(backup, now),
  mail: ({ mail }) => mailIsFine(mail),
  newsletter: ({ newsletter }) =>
    !newsletter || (newsletter.last?.isComplete === true && newsletter.last.refused === 0),
} as const satisfies Record<string, (system: SystemReport, now: Date) => boolean>

export type SystemSection = keyof typeof IS_FINE

/** Splits the sections of the page into those with a problem and all others. */
export function problemsFirst(system: SystemReport, now: Date): [problems: SystemSection[], others: SystemSection[]] {
  const sections = Object.keys(IS_FINE) as SystemSection[]
  const isFine = (section: SystemSection) => IS_FINE[section](system, now)
  return [sections.filter((section) => !isFine(section)), sections.filter(isFine)]
}
