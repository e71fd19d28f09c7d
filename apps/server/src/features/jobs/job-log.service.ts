import { LIMITS } from '@millrace/contracts/limits'
import type { LogLines } from '@millrace/contracts/worker'
import { type ActingAs, asActor, type Tx } from '@millrace/db/act'
import { reachResource } from '#access/reach-resource.ts'
import type { Scope } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { storageLeft } from '#features/owners/owners.service.ts'
import { plainText, storedLine } from './job-log.rules.ts'
import * as store from './job-log.store.ts'
import * as jobs from './jobs.store.ts'

export type JobLogService = ReturnType<typeof jobLogService>

/** Appends reported lines to a job's log and announces the change. The caller must hold the job's row lock. */
export async function appendLines(
  tx: Tx,
  job: { id: string; ownerId: string; attempt: number },
  { lines, seq }: LogLines,
): Promise<void> {
  const left = await storageLeft(tx, job.ownerId)
  await store.append(tx, job, lines.map(storedLine), { batch: seq ?? null, left: left ?? LIMITS.logBytesPerJob })
  tx.changed({ type: 'JobLog', event: 'Changed', id: job.id, ownerId: job.ownerId })
}

export function jobLogService(deps: Pick<Deps, 'db' | 'log'>) {
  return {
    extent: (scope: Scope, id: string) =>
      reachResource(deps, scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await jobs.find(tx, reach, id)
        return job && { ownerId: job.ownerId, ...(await store.extent(tx, id)) }
      }),

    /** Returns up to `limit` lines of a job's log. A negative `from` counts from the end. */
    lines(scope: Scope, id: string, from: number, limit: number) {
      return reachResource(deps, scope, { kind: 'Job', id }, async (tx, reach) => {
        if (!(await jobs.find(tx, reach, id))) return undefined
        const { lines: Total, truncated } = await store.extent(tx, id)
        const offset = from < 0 ? Math.max(Total + from, 0) : from
        const chunks = await store.chunksOfLines(tx, id, offset, limit)
        const all = chunks.flatMap((chunk) =>
          chunk.lines.map(([At, Stream, Text], index) => ({
            Number: chunk.firstLine + index,
            At,
            Stream,
            Text,
            Attempt: chunk.attempt,
          })),
        )
        const Lines = all.filter((line) => line.Number >= offset).slice(0, limit)
        return { Lines, Offset: offset, NextOffset: offset + Lines.length, Total, Truncated: truncated }
      })
    },

    /** Yields a part of the log as text. `range` is in bytes and includes `end`. */
    async *text(actor: ActingAs, id: string, range: { start: number; end: number }) {
      for (let after = -1; ; ) {
        const chunks = await asActor(deps.db, actor, (tx) => store.chunksAfter(tx, id, after))
        for (const chunk of chunks) {
          after = chunk.chunk
          const bytes = Buffer.from(plainText(chunk.lines))
          const part = bytes.subarray(
            Math.max(range.start - chunk.firstByte, 0),
            Math.max(range.end + 1 - chunk.firstByte, 0),
          )
          if (part.length > 0) yield new Uint8Array(part)
          if (chunk.firstByte + chunk.byteCount > range.end) return
        }
        if (chunks.length === 0) return
      }
    },
  }
}
