import { MEDIA } from '@millrace/contracts/media-types'
import { Hono } from 'hono'
import type { PrincipalSource } from '#access/principal.ts'
import type { AppEnv } from '#app-env.ts'
import { allowAnybody } from '#http/rules.ts'
import { Problem } from '#problem.ts'
import { figureDocument, figurePolicy } from './figure-document.ts'
import type { previewAssets } from './preview-assets.routes.ts'
import { expired, type previewPasses } from './preview-token.ts'
import type { PreviewRouteOptions } from './previews.routes.ts'

export interface PreviewDocumentOptions {
  files: PreviewRouteOptions['files']
  passes: Pick<ReturnType<typeof previewPasses>, 'open'>
  assets: Pick<ReturnType<typeof previewAssets>, 'paths'>
  principals: Pick<PrincipalSource, 'byCredential'>
}

/**
 * Documents that show files with active content. Mounted at /previews without authentication, because the URL contains
 * a signed token. The document has no origin and no cookie, loads only our scripts and font, and has no network access.
 * It contains the file's content, so nothing has to be fetched and no CORS headers are needed.
 */
export function previewDocumentRoutes({ files, passes, assets, principals }: PreviewDocumentOptions) {
  return new Hono<AppEnv>().get('/:token', allowAnybody, async (c) => {
    const pass = passes.open(c.req.param('token'))
    const principal = await principals.byCredential(pass.credential)
    if (!principal || principal.mustChangePassword) throw expired()
    const file = await files.open(principal.actor.scope, pass.workDataId)
    if (file.mediaType !== MEDIA.plotly) throw new Problem('preview-failed', 'This type has no document to show.')
    const paths = await assets.paths()
    const scripts = paths.scripts.map((path) => `${c.var.origin}${path}`)
    const font = `${c.var.origin}${paths.font}`
    const body = figureDocument(file, { theme: c.req.query('theme') === 'dark' ? 'dark' : 'light', scripts, font })
    if (c.req.method === 'HEAD') await body.cancel()
    return new Response(body, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': figurePolicy({ scripts, font, ancestors: c.var.origin }),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  })
}
