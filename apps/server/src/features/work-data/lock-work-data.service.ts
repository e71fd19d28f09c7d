import type { Tx } from '@millrace/db/act'
import type { WorkDataFound } from './work-data.rules.ts'
import * as store from './work-data.store.ts'

/** Returns the owner's work data with these ids, locked so that none can be deleted before the transaction ends. */
export async function lockWorkData(tx: Tx, owner: string, ids: string[]): Promise<Map<string, WorkDataFound>> {
  const rows = await store.findMany(tx, { owner }, ids, 'key share')
  return new Map(rows.map((row) => [row.id, row]))
}
