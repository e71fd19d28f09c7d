import { DescribeColumnParameters } from '@millrace/contracts/previews'
import { document, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { canHaveRows, decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import type { PreviewService } from './previews.service.ts'
import { filterOf } from './row-filter.ts'

export interface ColumnPreviewRouteOptions {
  previews: Pick<PreviewService, 'column'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

/**
 * HTTP routes for the statistics of a column in the rows that match a filter. Mounted at /api, after authentication.
 */
export function columnPreviewRoutes({ previews, files }: ColumnPreviewRouteOptions) {
  return new Hono<AppEnv>().post('/WorkData/:id/Preview/DescribeColumn', async (c) => {
    const parameters = await actionParameters(c, 'DescribeColumnParameters', DescribeColumnParameters)
    const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
    if (!canHaveRows(file)) throw noPreview(file)
    const request = {
      column: parameters.Column,
      filter: filterOf(parameters),
      ...(parameters.ValuesWith && { valuesWith: parameters.ValuesWith }),
    }
    const properties = await previews.column(accountOf(c.var.actor), file, request, c.req.raw.signal)
    const preview = `${href.workData(c.var.origin, pathId(c))}/Preview`
    return siren(
      c,
      document('ColumnPreview', {
        properties,
        links: [link('self', `${preview}/DescribeColumn`), link('Preview', preview)],
      }),
    )
  })
}
