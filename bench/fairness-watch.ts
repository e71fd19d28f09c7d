import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Folders of the data directory that contain no work data. */
const OTHER = new Set(['postgres', 'log'])

/** Returns the resident memory of a process, in bytes. 0 if the process has ended. */
export function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

/** Returns the total size of work data and of the files of running jobs in the data directory, in bytes. */
export function storedBytes(dataDirectory: string): number {
  return sum(namesIn(dataDirectory).map((name) => (OTHER.has(name) ? 0 : sizeOf(join(dataDirectory, name)))))
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.size ?? 0
  return sum(namesIn(path).map((name) => sizeOf(join(path, name))))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // The folder no longer exists.
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Measures repeatedly until the returned function is called. That function returns the largest measured value. */
export function watchMost(measure: () => number, everyMs: number): () => number {
  let most = measure()
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, measure())
      await sleep(everyMs)
    }
  }
  void watch()
  return () => {
    isOver = true
    return most
  }
}
