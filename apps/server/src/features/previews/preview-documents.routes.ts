import { Hono } from 'hono'
import type { PrincipalSource } from '#access/principal.ts'
import type { AppEnv } from '#app-env.ts'
import { allowAnybody } from '#http/rules.ts'
import { Problem } from '#problem.ts'
import type { previewAssets } from './preview-assets.routes.ts'
import { rendererOf } from './preview-renderers.ts'
import { expired, type previewPasses } from './preview-token.ts'
import type { PreviewRouteOptions } from './previews.routes.ts'

export interface PreviewDocumentOptions {
  files: PreviewRouteOptions['files']
  passes: Pick<ReturnType<typeof previewPasses>, 'open'>
  assets: Pick<ReturnType<typeof previewAssets>, 'paths'>
  principals: Pick<PrincipalSource, 'byCredential'>
}

/**
 * HTTP routes for documents that show files with active content. Mounted at /previews without authentication, because
 * the URL contains a signed token. The documents have no origin or cookie, and load only Millrace's own files.
 */
export function previewDocumentRoutes({ files, passes, assets, principals }: PreviewDocumentOptions) {
  return new Hono<AppEnv>().get('/:token', allowAnybody, async (c) => {
    const pass = passes.open(c.req.param('token'))
    const principal = await principals.byCredential(pass.credential)
    if (!principal || principal.mustChangePassword) throw expired()
    const file = await files.open(principal.actor.scope, pass.workDataId)
    const render = rendererOf(file)
    if (!render) throw new Problem('preview-failed', 'Files of this type have no preview document.')
    const theme = c.req.query('theme') === 'dark' ? 'dark' : 'light'
    const { body, policy } = await render(file, { theme, origin: c.var.origin, assets })
    if (c.req.method === 'HEAD' && typeof body !== 'string') await body.cancel()
    return new Response(body, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'X-DNS-Prefetch-Control': 'off',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  })
}
