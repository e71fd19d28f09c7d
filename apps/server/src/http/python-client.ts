import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** The User-Agent of the HTTP library that the public Python client uses. The client does not set its own. */
const PYTHON_CLIENT = /^python-httpx\//

/** Whether the request comes from the public Python client, which needs some replies in a different form. */
export function isPythonClient(c: Context<AppEnv>): boolean {
  return PYTHON_CLIENT.test(c.req.header('user-agent') ?? '')
}
