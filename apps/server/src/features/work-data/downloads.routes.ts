import { contentType, MEDIA } from '@millrace/contracts/media-types'
import type { Storage } from '@millrace/storage/storage'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { CONTENT_HEADERS, sendContent } from '#http/stored-content.ts'
import { pathId } from '#http/valid.ts'
import { Problem } from '#problem.ts'
import { decompressedDrawing, requireShowable } from './picture-size.ts'
import type { WorkDataService } from './work-data.service.ts'

/** Types that browsers render natively, without running scripts in the file. */
const NATIVE = /^(image|audio|video)\//

/** HTTP routes for the bytes of work data. Mounted at /api. */
export function downloadRoutes(workData: WorkDataService, storage: Storage) {
  return new Hono<AppEnv>()
    .get('/WorkData/:id/Download', async (c) => {
      const { row } = await workData.get(c.var.actor, pathId(c))
      return sendContent(c, storage, { ...row, disposition: contentDisposition('attachment', row.name) })
    })
    .get('/WorkData/:id/Inline', async (c) => {
      const file = await workData.open(c.var.actor.scope, pathId(c))
      const disposition = contentDisposition('inline', file.name)
      if (contentType(file.mediaType, file.name) === MEDIA.svg && file.mediaType !== MEDIA.svg) {
        const headers = { ...CONTENT_HEADERS, 'Content-Type': MEDIA.svg, 'Content-Disposition': disposition }
        return c.body(await decompressedDrawing(file), 200, headers)
      }
      if (!NATIVE.test(file.mediaType)) {
        throw new Problem('preview-failed', 'Only images, audio and video can be shown inline.')
      }
      if (file.mediaType.startsWith('image/')) await requireShowable(file)
      return sendContent(c, storage, { ...file, disposition })
    })
}
