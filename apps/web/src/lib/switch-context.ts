import type { ResourceContext } from '@millrace/contracts/account'
import type { QueryClient } from '@tanstack/react-query'
import { callJson } from './api.ts'
import { isNotFound, throwNotFound } from './not-found.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { askAuth, sessionQuery } from './session.ts'

interface Loading {
  context: { queryClient: QueryClient }
  /** The cause `preload` must not switch the context, because the user has not opened the link. */
  cause: 'preload' | 'enter' | 'stay'
}

/**
 * Returns an error handler for a page whose resource is not found: a link from a colleague may lead to another
 * organization of the user. In that case, that organization becomes active, and the page is reloaded. Otherwise, the
 * handler throws.
 */
export function switchToOwningContext({ context, cause }: Loading, href: string) {
  return async (error: unknown): Promise<never> => {
    const found = isNotFound(error) && cause !== 'preload' ? await contextOf(href) : undefined
    const session = context.queryClient.getQueryData(sessionQuery.queryKey)
    const active = session?.session.activeOrganizationId ?? null
    if (found === undefined || found.organizationId === active) return throwNotFound(error)
    await activate(found.organizationId)
    location.reload()
    return new Promise<never>(() => {})
  }
}

/** Opens a page of another context, which becomes active in all tabs. */
export async function openInContext(organizationId: string | null, path: string): Promise<void> {
  await activate(organizationId)
  location.assign(path)
}

async function activate(organizationId: string | null): Promise<void> {
  await askAuth<unknown>((auth) => auth.organization.setActive({ organizationId }))
  tellOtherTabs('context-changed')
}

async function contextOf(href: string): Promise<ResourceContext | undefined> {
  const { pathname } = new URL(href)
  return callJson<ResourceContext>(`/api/account/context?url=${encodeURIComponent(pathname)}`).catch(() => undefined)
}
