import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { notFound } from '#problem.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Paths of the API. An unknown one is a 404, never the page of the web app. */
const NOT_PAGES = /^\/(api|worker|health|assets)(\/|$)/

/**
 * Serves the built web app: hashed files, which may be cached for a year, and the app's page for the URL of every
 * screen.
 */
export async function webFiles(folder: string): Promise<Hono<AppEnv>> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  return new Hono<AppEnv>()
    .use(
      '*',
      serveStatic({
        root: folder,
        precompressed: true,
        index: '-',
        onFound: (file, c) => {
          c.header('Cache-Control', file.includes(`${path.sep}assets${path.sep}`) ? YEAR : 'no-cache')
          c.header('Vary', 'Accept-Encoding')
        },
      }),
    )
    .get('*', (c) => {
      if (NOT_PAGES.test(c.req.path)) throw notFound()
      return c.html(page, 200, { 'Cache-Control': 'no-store' })
    })
}
