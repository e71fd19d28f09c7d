import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { jobLog } from '@millrace/db/schema/jobs'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { plainText, type StoredLine } from './job-log.rules.ts'

type Chunk = typeof jobLog.$inferSelect

/** Appends lines. The caller holds the job's lock, so chunks stay in order. Past the cap one last line says so. */
export async function append(
  tx: Tx,
  job: { id: string; ownerId: string; attempt: number },
  lines: StoredLine[],
): Promise<void> {
  const last = await lastChunk(tx, job.id)
  const firstByte = last ? last.firstByte + last.byteCount : 0
  if (lines.length === 0 || firstByte >= LIMITS.logBytesPerJob) return
  const text = plainText(lines)
  const isFull = firstByte + Buffer.byteLength(text) >= LIMITS.logBytesPerJob
  const kept = isFull ? [truncation(lines)] : lines
  await tx.orm.insert(jobLog).values({
    jobId: job.id,
    ownerId: job.ownerId,
    attempt: job.attempt,
    chunk: (last?.chunk ?? -1) + 1,
    firstLine: last ? last.firstLine + last.lineCount : 0,
    lineCount: kept.length,
    firstByte,
    byteCount: isFull
      ? Math.max(Buffer.byteLength(plainText(kept)), LIMITS.logBytesPerJob - firstByte)
      : Buffer.byteLength(text),
    lines: kept,
  })
}

/** How long the log is. */
export async function extent(tx: Tx, jobId: string): Promise<{ lines: number; bytes: number; truncated: boolean }> {
  const last = await lastChunk(tx, jobId)
  if (!last) return { lines: 0, bytes: 0, truncated: false }
  const bytes = last.firstByte + last.byteCount
  return { lines: last.firstLine + last.lineCount, bytes, truncated: bytes >= LIMITS.logBytesPerJob }
}

/** The chunks that hold the lines from `offset` on, at most `limit` lines past it. */
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

/** The next chunks behind `after`, for streaming the whole log. */
export function chunksAfter(tx: Tx, jobId: string, after: number): Promise<Chunk[]> {
  return tx.orm
    .select()
    .from(jobLog)
    .where(and(eq(jobLog.jobId, jobId), gt(jobLog.chunk, after)))
    .orderBy(asc(jobLog.chunk))
    .limit(50)
}

async function lastChunk(
  tx: Tx,
  jobId: string,
): Promise<Omit<Chunk, 'lines' | 'jobId' | 'ownerId' | 'attempt'> | undefined> {
  const { chunk: number, firstLine, lineCount, firstByte, byteCount } = jobLog
  const [chunk] = await tx.orm
    .select({ chunk: number, firstLine, lineCount, firstByte, byteCount })
    .from(jobLog)
    .where(eq(jobLog.jobId, jobId))
    .orderBy(desc(jobLog.chunk))
    .limit(1)
  return chunk
}

function truncation(lines: StoredLine[]): StoredLine {
  const [at] = lines[0] ?? [new Date(0).toISOString()]
  return [at, 'err', `The log reached its limit of ${LIMITS.logBytesPerJob / 1_000_000} MB. What follows was not kept.`]
}
