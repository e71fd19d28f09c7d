import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { compressed } from './compressed.ts'
import { type GetAsPage, preloadedReplies } from './preloaded-replies.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Paths of the API and of files. Unknown paths below these result in 404 or 405, never in the web app's page. */
const NOT_PAGES = /^\/(api|worker|health|assets|schemas)(\/|$)/

/** A screen of the web app, from screens.json, which the build writes. */
interface Screen {
  /** The path of the screen's URL, such as `/jobs/:details`. */
  path: string
  needsSession: boolean
  /** The screen's scripts, apart from those that every page loads. */
  scripts: string[]
}

/**
 * Serves the web app: files, cached for a year if their name has a hash, and the app's page for all other paths. The
 * page preloads the screen's scripts and embeds the replies that the screen reads first.
 */
export async function webFiles(folder: string): Promise<(getAsPage: GetAsPage) => Hono<AppEnv>> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  const screens = JSON.parse(await readFile(path.join(folder, 'screens.json'), 'utf8')) as Screen[]
  const [start, end] = page.split('</head>')
  const scriptsOf = (wanted: string) => screens.find((screen) => screen.path === wanted)?.scripts ?? []

  return (ask) => {
    const send = async (c: Context<AppEnv>, screen?: Screen) => {
      if (NOT_PAGES.test(c.req.path)) return c.notFound()
      const { isSignedIn, bodies, cookies } = await preloadedReplies(c, ask)
      const scripts = screen?.needsSession && !isSignedIn ? scriptsOf('/login') : (screen?.scripts ?? [])
      for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
      const { body, headers } = await compressed(c, `${start}${preloads(scripts)}${inlined(bodies)}</head>${end}`)
      return c.body(body, 200, {
        ...headers,
        'Content-Type': 'text/html; charset=UTF-8',
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding',
      })
    }
    // screens.json is for the server only, so its path returns the app’s page instead.
    const app = new Hono<AppEnv>().get('/screens.json', (c) => send(c)).use('*', staticFiles(folder))
    for (const screen of screens) app.get(screen.path, (c) => send(c, screen))
    return app.get('*', (c) => send(c))
  }
}

function staticFiles(folder: string) {
  return serveStatic<AppEnv>({
    root: folder,
    precompressed: true,
    index: '-',
    onFound: (file, c) => {
      c.header('Cache-Control', file.includes(`${path.sep}assets${path.sep}`) ? YEAR : 'no-cache')
      c.header('Vary', 'Accept-Encoding')
    },
  })
}

function preloads(scripts: string[]): string {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`).join('')
}

/** Embeds the replies as data rather than code, because the Content-Security-Policy allows no inline scripts. */
function inlined(bodies: Record<string, unknown>): string {
  const json = JSON.stringify(bodies).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="preloaded-replies">${json}</script>`
}
