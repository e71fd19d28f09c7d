import { ReadNodeParameters } from '@millrace/contracts/hierarchies'
import { previewKind } from '@millrace/contracts/media-types'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { nodeDocument, nodeHref } from './hierarchies.siren.ts'
import { noPreview, type PreviewFile } from './preview-file.ts'
import type { PreviewService } from './previews.service.ts'

export interface HierarchyRouteOptions {
  previews: Pick<PreviewService, 'node'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

const NodeSearch = z.object({ path: z.string().max(4000).catch('/') })

/** HTTP routes for single groups and datasets of HDF5 and NetCDF files. Mounted at /api, after authentication. */
export function hierarchyRoutes({ previews, files }: HierarchyRouteOptions) {
  async function hierarchy(c: Context<AppEnv>): Promise<PreviewFile> {
    const file = await files.open(c.var.actor.scope, pathId(c))
    if (previewKind(file.mediaType) !== 'hierarchy') throw noPreview(file)
    return file
  }
  const at = (c: Context<AppEnv>) => `${href.workData(c.var.origin, pathId(c))}/Preview`

  return new Hono<AppEnv>()
    .post('/WorkData/:id/Preview/ReadNode', async (c) => {
      const { Path } = await actionParameters(c, 'ReadNodeParameters', ReadNodeParameters)
      await hierarchy(c)
      return created(c, nodeHref(at(c), Path))
    })
    .get('/WorkData/:id/Preview/Node', async (c) => {
      const { path } = NodeSearch.parse(c.req.query())
      return siren(c, nodeDocument(at(c), await previews.node(accountOf(c.var.actor), await hierarchy(c), path)))
    })
}
