import type { createAuthMiddleware } from 'better-auth/api'

/** What better-auth passes to the hooks of its plugins: the request and the library's own services. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
