import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { DownloadKind } from '#limiter/body-limits.ts'
import { whileAllowed } from './body-stream.ts'

/**
 * Opens the content of a download in a turn of the requesting account. The turn lasts until the content is closed,
 * because each open download holds memory and a file, however slowly the client reads. Reading the content fails when
 * the session or key is revoked.
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
