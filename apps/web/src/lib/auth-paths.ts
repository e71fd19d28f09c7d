import { redirect } from '@tanstack/react-router'

const LONGEST = 2000

/**
 * Returns a redirect target within this app: one leading slash, no scheme and no host, even after the URL is
 * normalized. Undefined for any other target, for a very long one, and for the sign-out page.
 */
function safeRedirect(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > LONGEST || !/^\/(?![/\\])/.test(path)) return undefined
  const url = URL.parse(path, location.origin)
  if (url?.origin !== location.origin || /^\/([/\\]|sign-out)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/**
 * Reads the search parameter `redirectPath` of pages that redirect. NOTE: a parameter that a route omits from its
 * validated search keeps its raw value. Only `undefined` removes it.
 */
export function redirectSearch(search: Record<string, unknown>): { redirectPath?: string | undefined } {
  return { redirectPath: safeRedirect(search.redirectPath) }
}

/**
 * Reads the search parameter `error`, the error code of an identity provider. Removes its description, because anyone
 * could put any text into such a link.
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

/** Reads the search parameters of the sign-in page, including whether only the second factor is missing. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const { secondFactor } = search
  return {
    ...redirectSearch(search),
    ...providerErrorSearch(search),
    secondFactor: secondFactor === 'totp' ? 'totp' : undefined,
  }
}

/**
 * Reads the search parameter `token`. The router parses a token of digits as a number, so the number is converted back.
 */
export function tokenSearch(search: Record<string, unknown>): { token?: string | undefined } {
  const { token } = search
  return { token: typeof token === 'string' || typeof token === 'number' ? String(token) : undefined }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of an emailed link, kept out of the URL. It survives a reload. */
    token?: string
  }
}

/**
 * Returns a redirect that moves the token of an emailed link out of the URL before the page is shown, because browser
 * histories and extensions could read it there. `beforeLoad` throws the redirect.
 */
export function withoutToken(
  to: '/reset-password' | '/verify-email' | '/verify-email-change' | '/verify-delete-account',
  token: string,
) {
  return redirect({ to, search: {}, state: { token }, replace: true })
}
