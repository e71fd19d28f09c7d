import type { ExportParts } from '@millrace/contracts/account'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { directBody } from '#http/direct-body.ts'
import { openDownload } from '#http/open-download.ts'
import { requireFreshSession } from '#http/session.ts'
import { valid } from '#http/valid.ts'
import type { Exported, ExportService } from './export.service.ts'

const ExportQuery = z.object({ part: z.coerce.number().int().min(1).max(100_000).optional() })

/** Downloads of everything that a user or an organization owns. Mounted at /api/account. */
export function exportRoutes(exports: ExportService) {
  const ofUser = (c: Context<AppEnv>) => exports.ofUser(c.var.actor)
  const ofOrganization = (c: Context<AppEnv>) => exports.ofOrganization(c.var.actor, c.req.param('id') ?? '')

  return new Hono<AppEnv>()
    .get('/export', requireFreshSession, async (c) => archive(c, await ofUser(c)))
    .get('/export/parts', requireFreshSession, async (c) => parts(c, await ofUser(c)))
    .get('/organizations/:id/export', requireFreshSession, async (c) => archive(c, await ofOrganization(c)))
    .get('/organizations/:id/export/parts', requireFreshSession, async (c) => parts(c, await ofOrganization(c)))

  async function parts(c: Context<AppEnv>, exported: Exported): Promise<Response> {
    const count = await exports.partsOf(exported)
    return c.json({ parts: count } satisfies ExportParts)
  }

  async function archive(c: Context<AppEnv>, exported: Exported): Promise<Response> {
    const { part } = valid(ExportQuery, c.req.query())
    const { content, name } = await openDownload(c, 'archives', () => exports.archive(exported, part))
    const isHead = c.req.method === 'HEAD'
    const file = `${name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '_').slice(0, 100)}.zip`
    return new Response(isHead ? null : directBody(c, content), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition('attachment', file),
      },
    })
  }
}
