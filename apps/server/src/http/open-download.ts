import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { DownloadKind } from '#limiter/body-limits.ts'
import { whileAllowed } from './body-stream.ts'

/**
 * Opens the content of a download in a turn of its owner, which lasts until the content is closed: each open download
 * holds memory and a file, however slowly it is read. The content fails when the session or key is revoked. Of a HEAD
 * request nobody reads the content, so it is closed at once.
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
