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
  bytes: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
}

const FILES = [createRequire(import.meta.url).resolve('plotly.js-cartesian-dist-min'), assetPath('plotly-frame.js')]

/** The scripts of figure documents. Their names carry their content's hash, so browsers keep them for good. */
export function previewAssets(prefix = '/assets/preview') {
  const ready = Promise.all(FILES.map(load))
  ready.catch(() => undefined)

  return {
    /** Paths of the scripts in the order they are to run. */
    async scripts(): Promise<string[]> {
      return (await ready).map(([name]) => `${prefix}/${name}`)
    },

    /** Mounted at `prefix`, outside of the session: a document without an origin sends no cookie. */
    routes: new Hono<AppEnv>().get('/:name', allowAnybody, async (c) => {
      const asset = new Map(await ready).get(c.req.param('name'))
      if (!asset) throw new Problem('not-found', 'There is no such file.')
      const packed = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
      return c.body(packed ? asset.gzipped : asset.bytes, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
        ...(packed && { 'Content-Encoding': 'gzip' }),
      })
    }),
  }
}

async function load(file: string): Promise<[name: string, asset: Asset]> {
  const bytes = new Uint8Array(await readFile(file))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const base = file.includes('plotly-cartesian') ? 'plotly' : 'figure'
  return [`${base}-${hash}.js`, { bytes, gzipped: new Uint8Array(await promisify(gzip)(bytes)) }]
}
