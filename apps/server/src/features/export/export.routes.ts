import type { Readable } from 'node:stream'
import type { ExportParts } from '@millrace/contracts/account'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { whileAllowed } from '#http/body-stream.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { requireFreshSession } from '#http/session.ts'
import { valid } from '#http/valid.ts'
import type { ExportService } from './export.service.ts'

const ExportQuery = z.object({ part: z.coerce.number().int().min(1).max(100_000).optional() })

/** Downloads of everything that a user or an organization owns. Mounted at /api/account. */
export function exportRoutes(exports: ExportService) {
  return new Hono<AppEnv>()
    .get('/export', requireFreshSession, async (c) =>
      archive(c, await exports.archive(await exports.ofUser(c.var.actor), partOf(c))),
    )
    .get('/export/parts', requireFreshSession, async (c) =>
      parts(c, await exports.partsOf(await exports.ofUser(c.var.actor))),
    )
    .get('/organizations/:id/export', requireFreshSession, async (c) =>
      archive(c, await exports.archive(await exports.ofOrganization(c.var.actor, c.req.param('id')), partOf(c))),
    )
    .get('/organizations/:id/export/parts', requireFreshSession, async (c) =>
      parts(c, await exports.partsOf(await exports.ofOrganization(c.var.actor, c.req.param('id')))),
    )
}

function partOf(c: Context<AppEnv>): number | undefined {
  return valid(ExportQuery, c.req.query()).part
}

function parts(c: Context<AppEnv>, count: number) {
  return c.json({ parts: count } satisfies ExportParts, 200, { 'Cache-Control': 'no-store' })
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
