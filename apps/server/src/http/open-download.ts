import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { DownloadKind } from '#limiter/body-limits.ts'
import { whileAllowed } from './body-stream.ts'

/**
 * Opens a download. A lane limits how many downloads are open, because each holds memory and a file until its content
 * is closed. Reading fails when the session or key is revoked.
 */
export async function openDownload<Opened extends { content: Readable }>(
  c: Context<AppEnv>,
  kind: DownloadKind,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const leave = await c.var.body.enterDownload(kind)
  try {
    const opened = await open()
    whileAllowed(c, opened.content).once('close', leave)
    if (c.req.method === 'HEAD') opened.content.destroy()
    return opened
  } catch (error) {
    leave()
    throw error
  }
}
