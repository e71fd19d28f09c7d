import type { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { whileAllowed } from '#http/body-stream.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { requireSession } from '#http/session.ts'
import type { ExportService } from './export.service.ts'

/** Downloads of everything that a user or an organization owns. Mounted at /api/account. */
export function exportRoutes(exports: ExportService) {
  return new Hono<AppEnv>()
    .get('/export', requireSession, async (c) => archive(c, await exports.ofUser(c.var.actor)))
    .get('/organizations/:id/export', requireSession, async (c) =>
      archive(c, await exports.ofOrganization(c.var.actor, c.req.param('id'))),
    )
}

function archive(c: Context<AppEnv>, { content, name }: { content: Readable; name: string }): Response {
  const isHead = c.req.method === 'HEAD'
  if (isHead) content.destroy()
  const file = `${name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '_').slice(0, 100)}.zip`
  return new Response(isHead ? null : ReadableStream.from<Uint8Array>(whileAllowed(c, content)), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition('attachment', file),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}
