import { ChartRowsParameters } from '@millrace/contracts/table-charts'
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

export interface ChartRouteOptions {
  previews: Pick<PreviewService, 'chart'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

/** HTTP routes for charts of the rows that match a filter. Mounted at /api, after authentication. */
export function chartRoutes({ previews, files }: ChartRouteOptions) {
  return new Hono<AppEnv>().post('/WorkData/:id/Preview/ChartRows', async (c) => {
    const parameters = await actionParameters(c, 'ChartRowsParameters', ChartRowsParameters)
    const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
    if (!canHaveRows(file)) throw noPreview(file)
    const { Chart, X, Y, ColorBy, Measure, Sort, Order } = parameters
    const request = {
      chart: Chart,
      measure: Measure ?? ('Count' as const),
      filter: filterOf(parameters),
      ...(X && { x: X }),
      ...(Y && { y: Y }),
      ...(typeof ColorBy === 'string' && { color: ColorBy }),
      ...(Sort && { sort: { column: Sort, descending: Order === 'Descending' } }),
    }
    const properties = await previews.chart(accountOf(c.var.actor), file, request, c.req.raw.signal)
    const preview = `${href.workData(c.var.origin, pathId(c))}/Preview`
    const links = [link('self', `${preview}/ChartRows`), link('Preview', preview)]
    return siren(c, document('ChartPreview', { properties, links }))
  })
}
