import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { Logger } from 'pino'
import { Problem } from '#problem.ts'
import type { PreviewProcess } from './preview-process.ts'

interface Reading {
  /** Undefined while the reading waits in the queue. */
  process: PreviewProcess | undefined
}

interface Interest {
  lastRequestedAt: number
  waiting: number
}

interface ReadingOptions {
  now: () => Date
  log: Logger
  /** How long the reading of a file continues after the last request for the file. */
  abandonedMs: number
  /** If reading a file takes longer than this, the client receives the progress instead of waiting. */
  replyMs: number
}

const WATCH_MS = 1000

/** Tracks the readings of whole files by key: their progress, and whether a request still needs them. */
export function wholeReadings({ now, log, abandonedMs, replyMs }: ReadingOptions) {
  const readings = new Map<string, Reading>()
  const interests = new Map<string, Interest>()

  function request(key: string): Interest {
    const interest = interests.get(key) ?? { lastRequestedAt: 0, waiting: 0 }
    interests.set(key, interest)
    interest.lastRequestedAt = now().getTime()
    return interest
  }

  function isAbandoned(key: string): boolean {
    const { waiting = 0, lastRequestedAt = 0 } = interests.get(key) ?? {}
    return waiting === 0 && now().getTime() - lastRequestedAt > abandonedMs
  }

  function forget(key: string): void {
    if (!readings.has(key) && interests.get(key)?.waiting === 0) interests.delete(key)
  }

  /** Returns the progress of a reading. This counts as a request for the file. */
  function progress(key: string): ReadingProperties {
    const reading = readings.get(key)
    if (reading) request(key)
    if (!reading?.process) return { State: 'Waiting', Progress: null }
    return { State: 'Reading', Progress: reading.process.progress() ?? null }
  }

  return {
    /**
     * Runs `task`, which calls `onStart` with the process that reads the file. The process is stopped when the file is
     * no longer requested.
     */
    async read<T>(key: string, task: (onStart: (process: PreviewProcess) => void) => Promise<T>): Promise<T> {
      const reading: Reading = { process: undefined }
      readings.set(key, reading)
      request(key)
      const watch = setInterval(
        () => isAbandoned(key) && reading.process?.stop(abandoned()),
        Math.min(WATCH_MS, abandonedMs / 10),
      ).unref()
      try {
        return await task((process) => {
          if (isAbandoned(key)) throw abandoned()
          reading.process = process
        })
      } finally {
        clearInterval(watch)
        readings.delete(key)
        forget(key)
      }
    },

    /** Returns the read file. Keeps the reading alive while the request waits for it. */
    async awaited<T>(key: string, file: Promise<T>, until?: AbortSignal): Promise<T> {
      const interest = request(key)
      interest.waiting += 1
      let hasEnded = false
      const end = () => {
        if (hasEnded) return
        hasEnded = true
        interest.waiting -= 1
        interest.lastRequestedAt = now().getTime()
        forget(key)
      }
      if (until?.aborted) end()
      until?.addEventListener('abort', end, { once: true })
      try {
        return await file
      } finally {
        until?.removeEventListener('abort', end)
        end()
      }
    },

    /**
     * Resolves with the state of a reading, as soon as the file has been read, or after `replyMs` at the latest. A
     * small file is never reported as waiting, because it does not wait in the queue of large files.
     */
    reported(key: string, file: Promise<unknown>, { isSmall = false } = {}): Promise<ReadingProperties> {
      if (readings.has(key)) request(key)
      const done = file.then((): ReadingProperties => ({ State: 'Read', Progress: 1 }))
      done.catch((error) => log.debug({ err: error }, 'a large file could not be read completely'))
      const soon = new AbortController()
      const later = sleep(replyMs, undefined, { signal: soon.signal }).then(() =>
        isSmall ? ({ State: 'Reading', Progress: null } as const) : progress(key),
      )
      later.catch(() => {})
      return Promise.race([done, later]).finally(() => soon.abort())
    },
  }
}

function abandoned(): Problem {
  return new Problem('busy', 'Reading this file was stopped because nobody viewed it. Try again to read it now.')
}
