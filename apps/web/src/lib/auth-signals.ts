import type { QueryClient } from '@tanstack/react-query'

/**
 * The signals of the auth library, and the queries that each signal invalidates. The library emits a signal 10 ms after
 * a matching call: `$listOrg` after an organization is created, changed or deleted, `$activeOrgSignal` after any
 * organization call, `$sessionSignal` after any call that changes the session or its user.
 */
const STALE_AFTER: Readonly<Record<string, readonly string[]>> = {
  $sessionSignal: ['session'],
  $listOrg: ['organizations'],
  $activeOrgSignal: ['organization'],
  $activeMemberSignal: ['organization'],
  $activeMemberRoleSignal: ['organization'],
}

/** The part of the auth client that emits signals. */
interface SignalStore {
  atoms: Readonly<Record<string, { listen(listener: () => void): unknown } | undefined>>
}

/** Refetches what a call to the auth client has changed, so that screens need not know which call changes what. */
export function followAuthSignals({ atoms }: SignalStore, queryClient: QueryClient): void {
  for (const [signal, queryKey] of Object.entries(STALE_AFTER)) {
    atoms[signal]?.listen(() => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }))
  }
}
