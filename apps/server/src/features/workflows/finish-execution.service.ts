import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { MEDIA } from '@millrace/contracts/media-types'
import type { Tx } from '@millrace/db/act'
import type { StoredObject } from '@millrace/storage/storage'
import type { Deps } from '#deps.ts'
import { incomingContent } from '#features/work-data/incoming-content.service.ts'
import { lockBlobs, requireBlobs } from '#features/work-data/orphaned-blobs.service.ts'
import { publishOutput } from '#features/worker-gateway/outputs.service.ts'
import { Problem } from '#problem.ts'
import { complete, type JobRow } from './executions.store.ts'
import { readReport } from './report.service.ts'
import type { WorkflowPlan } from './workflow-plan.ts'

/** Maximum size of a small report (see `finishExecution`). Reports of about 500 runs have this size. */
const SMALL_REPORT_BYTES = 256 * 1024

/** Thrown if the report could not be stored, for example because the owner's storage is full. */
export class ReportRefused extends Error {}

/**
 * Ends an execution and publishes its report. A small report is stored while the statements that publish it run. A
 * large report is stored before these statements are sent, because the statements lock the owner's storage. Disposing
 * of `reports` after the transaction deletes a stored report that was not recorded.
 */
export async function finishExecution(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'storage' | 'newId' | 'now' | 'log' | 'reach'>,
  { plan, job }: { plan: WorkflowPlan; job: JobRow },
  reports: AsyncDisposableStack,
): Promise<void> {
  const { id, ownerId } = job
  const { report, result } = await readReport(tx, plan, job, deps.now())
  const content = Buffer.from(`${JSON.stringify(report, null, 1)}\n`)
  const incoming = incomingContent(deps, ownerId)
  const storing = incoming.store(Readable.from([content]), 'The report', {})
  const settled = Promise.allSettled([storing])
  reports.defer(async () => {
    await settled
    await incoming.end()
  })
  try {
    const stored = content.length > SMALL_REPORT_BYTES ? await storing : objectOf(content)
    const name = `${report.title.replaceAll(/[/\\]/g, '-')} report.json`
    // These statements are sent in this order, without waiting for replies in between.
    await Promise.all([
      lockBlobs(tx, [stored.sha256]),
      publishOutput(tx, deps.newId, job, { ...stored, name, mediaType: MEDIA.workflowReport }),
    ])
    await storing
    await requireBlobs(deps.storage, [stored.sha256])
  } catch (error) {
    throw error instanceof Problem ? new ReportRefused(error.message) : error
  }
  await deps.reach('workflow.final_report')
  tx.commitAfter(complete(tx, id, result))
  tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
  incoming.recorded()
}

/** Returns the hash and size that storing the content will return. */
function objectOf(content: Buffer): StoredObject {
  return { sha256: createHash('sha256').update(content).digest('hex'), sizeInBytes: content.length }
}
