const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** Why an address cannot be invited, if so. `members` are the addresses of the organization's members. */
export function addressFault(address: string, members: ReadonlySet<string>): string | undefined {
  if (!ADDRESS.test(address)) return 'isn’t an email address.'
  return members.has(address.toLowerCase()) ? 'is already a member.' : undefined
}

/** Open invitations, the next to expire first. */
export function byExpiry<T extends { status: string; expiresAt: string }>(invitations: readonly T[]): T[] {
  return invitations
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))
}
