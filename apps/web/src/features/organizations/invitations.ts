const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/**
 * Returns the reason why an address can't be invited, if there is one. `members` are the addresses of the
 * organization's members.
 */
export function addressFault(address: string, members: ReadonlySet<string>): string | undefined {
  if (!ADDRESS.test(address)) return 'isn’t an email address.'
  return members.has(address.toLowerCase()) ? 'is already a member.' : undefined
}

/** Returns the open invitations, sorted so that the next to expire comes first. */
export function byExpiry<T extends { status: string; expiresAt: string }>(invitations: readonly T[]): T[] {
  return invitations
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))
}
