import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { jobLog } from '@millrace/db/schema/jobs'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { chunksOf, isTruncation, plainText, type StoredLine } from './job-log.rules.ts'

type Chunk = typeof jobLog.$inferSelect

/**
 * Appends a batch of lines, unless the attempt has already sent it. The caller must hold the job's row lock, so that
 * chunks stay in order. If the log or the owner's storage is full, a final line says so.
 */
export async function append(
  tx: Tx,
  job: { id: string; ownerId: string; attempt: number },
  lines: StoredLine[],
  { batch, left }: { batch: number | null; left: number },
): Promise<void> {
  const last = await lastChunk(tx, job.id)
  if (batch !== null && last?.attempt === job.attempt && last.batch !== null && batch <= last.batch) return
  let chunk = last ? last.chunk + 1 : 0
  let firstLine = last ? last.firstLine + last.lineCount : 0
  let firstByte = last ? last.firstByte + last.byteCount : 0
  const room = Math.min(LIMITS.logBytesPerJob - firstByte, Math.max(left, LIMITS.logBytesAlways - firstByte))
  if (lines.length === 0 || (room <= 0 && last && (await isTruncated(tx, job.id, last.chunk)))) return
  const rows = chunksOf(lines, room).map((kept) => {
    const byteCount = Buffer.byteLength(plainText(kept))
    const row = { batch, chunk, firstLine, lineCount: kept.length, firstByte, byteCount, lines: kept }
    chunk += 1
    firstLine += kept.length
    firstByte += byteCount
    return { jobId: job.id, ownerId: job.ownerId, attempt: job.attempt, ...row }
  })
  await tx.orm.insert(jobLog).values(rows)
}

/** Returns the length of a job's log, and whether lines after its end were discarded. */
export async function extent(tx: Tx, jobId: string): Promise<{ lines: number; bytes: number; truncated: boolean }> {
  const last = await lastChunk(tx, jobId)
  if (!last) return { lines: 0, bytes: 0, truncated: false }
  return {
    lines: last.firstLine + last.lineCount,
    bytes: last.firstByte + last.byteCount,
    truncated: await isTruncated(tx, jobId, last.chunk),
  }
}

/** Returns the chunks that contain up to `limit` lines from `offset` on. */
export function chunksOfLines(tx: Tx, jobId: string, offset: number, limit: number): Promise<Chunk[]> {
  return tx.orm
    .select()
    .from(jobLog)
    .where(
      and(
        eq(jobLog.jobId, jobId),
        gt(sql`${jobLog.firstLine} + ${jobLog.lineCount}`, offset),
        lte(jobLog.firstLine, offset + limit),
      ),
    )
    .orderBy(asc(jobLog.chunk))
    .limit(limit)
}

/** Returns up to 16 chunks after the chunk with the number `after`, for streaming the whole log. */
export function chunksAfter(tx: Tx, jobId: string, after: number): Promise<Chunk[]> {
  return tx.orm
    .select()
    .from(jobLog)
    .where(and(eq(jobLog.jobId, jobId), gt(jobLog.chunk, after)))
    .orderBy(asc(jobLog.chunk))
    .limit(16)
}

async function lastChunk(tx: Tx, jobId: string): Promise<Omit<Chunk, 'lines' | 'jobId' | 'ownerId'> | undefined> {
  const { chunk: number, attempt, batch, firstLine, lineCount, firstByte, byteCount } = jobLog
  const [chunk] = await tx.orm
    .select({ chunk: number, attempt, batch, firstLine, lineCount, firstByte, byteCount })
    .from(jobLog)
    .where(eq(jobLog.jobId, jobId))
    .orderBy(desc(jobLog.chunk))
    .limit(1)
  return chunk
}

/** Whether the last line of a chunk says that later lines were discarded. It has to read the lines of the chunk. */
async function isTruncated(tx: Tx, jobId: string, chunk: number): Promise<boolean> {
  const [last] = await tx.orm
    .select({ line: sql<StoredLine>`${jobLog.lines} -> -1` })
    .from(jobLog)
    .where(and(eq(jobLog.jobId, jobId), eq(jobLog.chunk, chunk)))
  return last !== undefined && isTruncation(last.line)
}
