import type { AuthContext } from 'better-auth'

type Store = AuthContext['internalAdapter']

/** Ends a session that another session of the same user replaces. The activity log records no sign-out. */
export async function endReplaced(store: Store, token: string): Promise<void> {
  await expire(store, token)
  await store.deleteSession(token)
}

/** Makes a session expire. The activity log does not record the deletion of expired sessions. */
export async function expire(store: Store, token: string): Promise<void> {
  await store.updateSession(token, { expiresAt: new Date(0) })
}
