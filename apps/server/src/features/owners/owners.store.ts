import { PLANS, type Plan } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import { owner } from '@millrace/db/schema/owners'
import { eq, inArray, sql } from 'drizzle-orm'
import { Problem } from '#problem.ts'

/** Makes or refreshes the row of an owner: whoever acts must have one before it owns anything. */
export async function saveOwner(
  db: Database,
  row: { id: string; kind: 'user' | 'organization'; name: string; plan: Plan },
): Promise<void> {
  await db.orm
    .insert(owner)
    .values(row)
    .onConflictDoUpdate({ target: owner.id, set: { name: row.name, plan: row.plan } })
}

/** How much an owner stores and may store. */
export async function usage(
  tx: Tx,
  ownerId: string,
): Promise<{ usedBytes: number; storageBytes: number | null; fileBytes: number | null }> {
  const [row] = await tx.orm
    .select({ used: owner.usedBytes, plan: owner.plan })
    .from(owner)
    .where(eq(owner.id, ownerId))
  const { storageBytes, fileBytes } = PLANS[row?.plan ?? 'free']
  return { usedBytes: row?.used ?? 0, storageBytes, fileBytes }
}

/** Counts bytes in, in the transaction that adds the data. Refuses what would go over the plan's storage. */
export async function useBytes(tx: Tx, ownerId: string, bytes: number): Promise<void> {
  const limits = Object.entries(PLANS).map(([plan, { storageBytes }]) => sql`when ${plan} then ${storageBytes}::bigint`)
  const { rowCount } = await tx.orm.execute(sql`
    update owner set used_bytes = used_bytes + ${bytes}
    where id = ${ownerId} and used_bytes + ${bytes} <= coalesce(case plan ${sql.join(limits, sql` `)} end, 9223372036854775807)`)
  if (rowCount !== 1) await refuse(tx, ownerId, bytes)
}

/** Counts bytes out again, in the transaction that removes the data. */
export async function freeBytes(tx: Tx, ownerId: string, bytes: number): Promise<void> {
  await tx.orm.execute(sql`update owner set used_bytes = greatest(used_bytes - ${bytes}, 0) where id = ${ownerId}`)
}

async function refuse(tx: Tx, ownerId: string, bytes: number): Promise<never> {
  const { usedBytes, storageBytes } = await usage(tx, ownerId)
  const free = Math.max((storageBytes ?? 0) - usedBytes, 0)
  throw new Problem(
    'over-quota',
    `This needs ${formatBytes(bytes)}, but only ${formatBytes(free)} of ${formatBytes(storageBytes ?? 0)} are left. Delete work data that you no longer need, or ask an administrator for a larger plan.`,
  )
}

/** A size as people say it. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** Names of people by public id, for "by" columns. */
export async function namesOf(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.orm.select({ id: owner.id, name: owner.name }).from(owner).where(inArray(owner.id, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}
