import type { AuthContext } from 'better-auth'

export interface RequestedAddress {
  email: string
  expiresAt: Date
}

type Store = AuthContext['internalAdapter']

/**
 * Stores the address that a user requests. Only a user's latest request can be confirmed. The address is stored even if
 * it is taken, so that the user cannot find out which addresses have accounts.
 */
export async function rememberRequest(store: Store, userId: string, { email, expiresAt }: RequestedAddress) {
  await forgetRequest(store, userId)
  await store.createVerificationValue({ identifier: identifierOf(userId), value: email, expiresAt })
}

/** Returns the address that the user has requested, unless the request has expired. */
export async function requestedAddress(store: Store, userId: string): Promise<RequestedAddress | undefined> {
  const found = await store.findVerificationValue(identifierOf(userId))
  return found && found.expiresAt > new Date() ? { email: found.value, expiresAt: found.expiresAt } : undefined
}

/** Cancels the request, so that the emailed link no longer works. */
export async function forgetRequest(store: Store, userId: string): Promise<void> {
  await store.deleteVerificationByIdentifier(identifierOf(userId))
}

function identifierOf(userId: string): string {
  return `requested-address:${userId}`
}
