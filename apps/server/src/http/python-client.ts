import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** How the library beneath the public Python client names itself; the client adds nothing of its own. */
const PYTHON_CLIENT = /^python-httpx\//

/** Whether the public Python client asks, whose habits some replies have to know. */
export function isPythonClient(c: Context<AppEnv>): boolean {
  return PYTHON_CLIENT.test(c.req.header('user-agent') ?? '')
}
