import type { HeldGrant } from '@millrace/contracts/administration'

export interface GrantRow {
  grantId: string
  held: HeldGrant[]
}

/**
 * Groups grants by id, with holders sorted by name. If `find` is given, only holders whose name or email contains this
 * text are kept.
 */
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
