import { createAuthMiddleware } from 'better-auth/api'

/** What better-auth passes to the hooks of its plugins: the request and the library's own services. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Returns a hook for the requests to one or more paths. */
export function on<T>(paths: string | readonly string[], handle: (ctx: HookContext) => Promise<T>) {
  return {
    matcher: ({ path }: { path?: string }) => path !== undefined && [paths].flat().includes(path),
    handler: createAuthMiddleware(handle),
  }
}
