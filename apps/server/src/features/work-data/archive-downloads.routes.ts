import { CreateArchiveParameters } from '@millrace/contracts/work-data'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { directBody } from '#http/direct-body.ts'
import { openDownload } from '#http/open-download.ts'
import { idsOf, newQueryHref, queryOf } from '#http/query-link.ts'
import { created } from '#http/siren.ts'
import { actionParameters, valid } from '#http/valid.ts'
import { idFromHref } from '#links.ts'
import type { DownloadArchiveService } from './archive.service.ts'
import type { WorkDataQueryService } from './work-data-queries.service.ts'

/** HTTP routes for downloading the work data that matches a query as a ZIP archive. Mounted at /api. */
export function archiveDownloadRoutes(
  archives: DownloadArchiveService,
  { check }: Pick<WorkDataQueryService, 'check'>,
) {
  return new Hono<AppEnv>()
    .post('/WorkDataQuery/CreateArchive', async (c) => {
      const query = await actionParameters(c, 'CreateArchiveParameters', CreateArchiveParameters)
      check(query)
      await archives.requireFew(c.var.actor, query)
      const { WorkDataUrls, ...filter } = query.Filter ?? {}
      const ids = WorkDataUrls?.map((url) => idFromHref(url, 'WorkData'))
      const rest = { ...query, Filter: filter }
      return created(c, newQueryHref(`${c.var.origin}/api/WorkDataQuery/Archive`, c.var.actor, rest, ids))
    })
    .get('/WorkDataQuery/Archive', async (c) => {
      const { Filter, ...rest } = valid(CreateArchiveParameters, queryOf(c))
      const ids = idsOf(c)
      const query = { ...rest, Filter: { ...Filter, ...(ids && { WorkDataUrls: ids.map(pathOf) }) } }
      const { content, sizeInBytes } = await openDownload(c, 'archives', () => archives.pack(c.var.actor, query))
      const isHead = c.req.method === 'HEAD'
      const body = isHead ? null : directBody(c, content)
      return new Response(body, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': contentDisposition('attachment', archiveName(query)),
          'Content-Length': String(sizeInBytes),
        },
      })
    })
}

const pathOf = (id: string) => `/api/WorkData/${id}`

function archiveName({ Filter }: CreateArchiveParameters): string {
  const name = Filter?.TagsByAnd?.[0] ?? 'Work data'
  return `${name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '_').slice(0, 100)}.zip`
}
