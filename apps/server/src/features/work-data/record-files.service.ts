import type { Tx } from '@millrace/db/act'
import type { NewWorkData, WorkDataRow } from '@millrace/db/schema/work-data'
import { addUsage } from '#features/owners/owners.service.ts'
import { insertMany } from './work-data.store.ts'

/**
 * Creates work data from stored files: adds their size to the used storage, inserts the rows and announces them. Throws
 * a Problem if the owner has too little storage left. The caller must hold locks on the blobs, so that they are not
 * deleted before the commit.
 */
export async function recordFiles(
  tx: Tx,
  ownerId: string,
  files: NewWorkData[],
  reservationId: string | null = null,
): Promise<WorkDataRow[]> {
  if (files.length === 0) return []
  await addUsage(tx, ownerId, files, reservationId)
  const rows = await insertMany(tx, files)
  for (const { id } of rows) tx.changed({ type: 'WorkData', event: 'Created', id, ownerId })
  return rows
}
