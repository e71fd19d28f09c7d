import { redirect } from '@tanstack/react-router'

const LONGEST = 2000

/**
 * A redirect target is only followed inside this app: one leading slash, no scheme, no host, also after the address was
 * put in its plain form. The sign-out page is never a destination.
 */
function safeRedirect(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > LONGEST || !/^\/(?![/\\])/.test(path)) return undefined
  const url = URL.parse(path, location.origin)
  if (url?.origin !== location.origin || /^\/([/\\]|sign-out)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/**
 * The search parameter `redirectPath` of the pages that send people on.
 *
 * NOTE: what a route leaves out of its checked search keeps its raw value; only `undefined` drops it.
 */
export function redirectSearch(search: Record<string, unknown>): { redirectPath?: string | undefined } {
  return { redirectPath: safeRedirect(search.redirectPath) }
}

/**
 * The search parameter `error`: the code of an error, with which an identity provider’s reply ends. The description that
 * comes with it is dropped, because anyone can write such a link.
 */
export function providerErrorSearch({ error }: Record<string, unknown>): ProviderErrorSearch {
  return { error: typeof error === 'string' ? error.slice(0, 100) : undefined, error_description: undefined }
}

interface ProviderErrorSearch {
  error?: string | undefined
  error_description?: undefined
}

interface LoginSearch extends ProviderErrorSearch {
  redirectPath?: string | undefined
  secondFactor?: 'totp' | undefined
}

/** The search parameters of the sign-in page: also whether the second factor is all that is missing. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const { secondFactor } = search
  return {
    ...redirectSearch(search),
    ...providerErrorSearch(search),
    secondFactor: secondFactor === 'totp' ? 'totp' : undefined,
  }
}

/** The search parameter `token`; digits alone arrive as a number. */
export function tokenSearch(search: Record<string, unknown>): { token?: string | undefined } {
  const { token } = search
  return { token: typeof token === 'string' || typeof token === 'number' ? String(token) : undefined }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a mailed link, kept out of the address; it survives a reload. */
    token?: string
  }
}

/**
 * Moves the token of a mailed link out of the address, where histories and extensions would read it, before the page is
 * shown: `beforeLoad` throws what this returns.
 */
export function withoutToken(
  to: '/reset-password' | '/verify-email' | '/verify-email-change' | '/verify-delete-account',
  token: string,
) {
  return redirect({ to, search: {}, state: { token }, replace: true })
}
