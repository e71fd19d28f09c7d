import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { assetPath } from '#assets.ts'
import { allowAnybody } from '#http/rules.ts'
import { Problem } from '#problem.ts'

interface Asset {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  gzipped?: Uint8Array<ArrayBuffer>
}

const { resolve } = createRequire(import.meta.url)
const SCRIPTS = { plotly: resolve('plotly.js-cartesian-dist-min'), figure: assetPath('plotly-frame.js') }
const FONT = resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2')

/** The scripts and the font of figure documents. Their names contain the content's hash, so browsers cache them forever. */
export function previewAssets(prefix = '/assets/preview') {
  const scripts = Promise.all(Object.entries(SCRIPTS).map(loadScript))
  const font = loadFont()
  const all = Promise.all([scripts, font]).then(([scripts, font]) => new Map([...scripts, font]))
  all.catch(() => undefined)

  return {
    /** Paths of the scripts, in the order in which they run, and of the font. */
    async paths(): Promise<{ scripts: string[]; font: string }> {
      const path = ([name]: [string, Asset]) => `${prefix}/${name}`
      return { scripts: (await scripts).map(path), font: path(await font) }
    },

    /** Mounted at `prefix`, without authentication, because a document without an origin sends no cookie. */
    routes: new Hono<AppEnv>().get('/:name', allowAnybody, async (c) => {
      const asset = (await all).get(c.req.param('name'))
      if (!asset) throw new Problem('not-found', 'There is no such file.')
      const packed = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '') ? asset.gzipped : undefined
      return c.body(packed ?? asset.bytes, 200, {
        'Content-Type': asset.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // Fonts are fetched with CORS, and the document has no origin.
        'Access-Control-Allow-Origin': '*',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
        ...(packed && { 'Content-Encoding': 'gzip' }),
      })
    }),
  }
}

async function loadScript([base, file]: [string, string]): Promise<[name: string, asset: Asset]> {
  const bytes = new Uint8Array(await readFile(file))
  const gzipped = new Uint8Array(await promisify(gzip)(bytes))
  return [`${base}-${hashOf(bytes)}.js`, { type: 'text/javascript; charset=utf-8', bytes, gzipped }]
}

async function loadFont(): Promise<[name: string, asset: Asset]> {
  const bytes = new Uint8Array(await readFile(FONT))
  return [`font-${hashOf(bytes)}.woff2`, { type: 'font/woff2', bytes }]
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}
