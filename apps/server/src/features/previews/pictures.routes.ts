import { MEDIA, previewKind } from '@millrace/contracts/media-types'
import { ReadPageParameters } from '@millrace/contracts/previews'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { created } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { pageHref } from './pictures.siren.ts'
import { noPreview, type PreviewFile } from './preview-file.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { PreviewService } from './previews.service.ts'

export interface PictureRouteOptions {
  previews: Pick<PreviewService, 'drawing'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

const PictureSearch = z.object({
  page: z.coerce.number().int().min(0).catch(0),
  size: z.enum(['small', 'large']).catch('large'),
})

/** HTTP routes for images that the server converts. Mounted at /api, after authentication. */
export function pictureRoutes({ previews, files }: PictureRouteOptions) {
  async function picture(c: Context<AppEnv>): Promise<PreviewFile> {
    const file = await files.open(c.var.actor.scope, pathId(c))
    if (previewKind(file.mediaType) !== 'picture') throw noPreview(file)
    return file
  }

  return new Hono<AppEnv>()
    .post('/WorkData/:id/Preview/ReadPage', async (c) => {
      const { Page } = await actionParameters(c, 'ReadPageParameters', ReadPageParameters)
      await picture(c)
      return created(c, pageHref(`${href.workData(c.var.origin, pathId(c))}/Preview`, Page ?? 0))
    })
    .get('/WorkData/:id/Preview/Picture', async (c) => {
      const { page, size } = PictureSearch.parse(c.req.query())
      const file = await picture(c)
      const sideMost = size === 'small' ? PREVIEW_LIMITS.thumbnailSide : PREVIEW_LIMITS.pictureSide
      const webp = await previews.drawing(accountOf(c.var.actor), file, { page, sideMost })
      c.header('Content-Type', MEDIA.webp)
      c.header('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      return c.body(webp)
    })
}
