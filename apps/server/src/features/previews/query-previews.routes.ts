import { type QueryPreviewProperties, QueryTablesParameters } from '@millrace/contracts/previews'
import { document, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { Problem } from '#problem.ts'
import { canHaveRows, decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import type { QueryRows } from './preview-task.ts'
import type { PreviewService } from './previews.service.ts'

export interface QueryPreviewRouteOptions {
  previews: Pick<PreviewService, 'query'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

function resultOf({ columns, rows, hasMore, rowsRead }: QueryRows): QueryPreviewProperties {
  const named = columns.map(({ name, kind }) => ({ Name: name, Kind: kind }))
  return { Columns: named, Rows: rows, HasMore: hasMore, RowsRead: rowsRead, Fault: null }
}

/** Returns an error of the query as the result of the preview, because users try queries to find errors. */
function faultOf(error: unknown): QueryPreviewProperties {
  if (!(error instanceof Problem) || error.code !== 'preview-failed') throw error
  return { Columns: [], Rows: [], HasMore: false, RowsRead: null, Fault: error.message }
}

/** HTTP routes for trying out a query while the user edits it. Mounted at /api, after authentication. */
export function queryPreviewRoutes({ previews, files }: QueryPreviewRouteOptions) {
  return new Hono<AppEnv>().post('/WorkData/:id/Preview/QueryTables', async (c) => {
    const { Sql, OtherWorkDataUrls } = await actionParameters(c, 'QueryTablesParameters', QueryTablesParameters)
    const ids = [pathId(c), ...(OtherWorkDataUrls ?? []).map((url) => idFromHref(url, 'WorkData'))]
    const tables = await Promise.all(ids.map(async (id) => decompressed(await files.open(c.var.actor.scope, id))))
    const other = tables.find((file) => !canHaveRows(file))
    if (other) throw noPreview(other)
    const properties = await previews
      .query(accountOf(c.var.actor), tables, Sql, c.req.raw.signal)
      .then(resultOf, faultOf)
    const preview = `${href.workData(c.var.origin, pathId(c))}/Preview`
    return siren(
      c,
      document('QueryPreview', {
        properties,
        links: [link('self', `${preview}/QueryTables`), link('Preview', preview)],
      }),
    )
  })
}
