import type { HeldGrant } from '@millrace/contracts/administration'

/** A grant with those who hold it. */
export interface GrantRow {
  grantId: string
  held: HeldGrant[]
}

/** Grants by id, each with its holders by name. `find` keeps the holders whose name or email contains the text. */
export function grantRows(grants: readonly HeldGrant[], find: string | undefined): GrantRow[] {
  const wanted = find?.toLowerCase()
  const kept = grants.filter(
    ({ holder }) => wanted === undefined || `${holder.name} ${holder.email ?? ''}`.toLowerCase().includes(wanted),
  )
  const rows = new Map<string, HeldGrant[]>()
  for (const grant of kept) rows.set(grant.grantId, [...(rows.get(grant.grantId) ?? []), grant])
  return [...rows]
    .map(([grantId, held]) => ({ grantId, held: held.toSorted((a, b) => a.holder.name.localeCompare(b.holder.name)) }))
    .toSorted((a, b) => a.grantId.localeCompare(b.grantId))
}
