import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DRAWING_SCRIPT } from '@millrace/figures/drawing-script'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { assetPath } from '#assets.ts'
import { allowAnybody } from '#http/rules.ts'
import { Problem } from '#problem.ts'
import type { PreviewAssetPaths, PreviewScript } from './preview-renderers.ts'

interface Asset {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  gzipped?: () => Promise<Uint8Array<ArrayBuffer>>
}

const { resolve } = createRequire(import.meta.url)
const SCRIPTS: Record<PreviewScript, string> = {
  plotly: resolve('plotly.js-cartesian-dist-min'),
  'plotly-complete': resolve('plotly.js-strict-dist-min'),
  drawing: DRAWING_SCRIPT,
  figure: assetPath('plotly-frame.js'),
  pdf: resolve('pdfjs-dist/build/pdf.min.mjs'),
  'pdf-worker': resolve('pdfjs-dist/build/pdf.worker.min.mjs'),
  pages: assetPath('pdf-frame.js'),
}
const PDF = path.dirname(resolve('pdfjs-dist/package.json'))
/** Resources that the PDF reader loads on demand: image decoders, fonts, and character maps for Asian fonts. */
const PDF_FOLDERS = ['wasm', 'standard_fonts', 'cmaps']
const FONT = resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2')

/**
 * Serves the scripts and the font of sandboxed documents, and the PDF reader's resources. Browsers cache the scripts
 * and the font for a year, because their names contain a hash. The scripts and the font are read on first use, and each
 * script is compressed on first use, because all of this takes 0.2 s of CPU time.
 */
export function previewAssets(prefix = '/assets/preview') {
  const scripts = onFirstUse(() =>
    Promise.all(
      Object.entries(SCRIPTS).map(
        async ([base, file]) => [base as PreviewScript, await loadScript(base, file)] as const,
      ),
    ),
  )
  const font = onFirstUse(loadFont)
  const all = onFirstUse(async () => new Map([...(await scripts()).map(([, script]) => script), await font()]))
  const resources = onFirstUse(pdfResources)

  return {
    async paths(): Promise<PreviewAssetPaths> {
      const found = new Map(Array.from(await scripts(), ([base, [name]]) => [base, name]))
      const [fontName] = await font()
      return {
        script: (base) => `${prefix}/${found.get(base)}`,
        font: `${prefix}/${fontName}`,
        pdf: `${prefix}/pdf/`,
      }
    },

    /** Routes to mount at `prefix`, without authentication, because a document without an origin sends no cookie. */
    routes: new Hono<AppEnv>()
      .get('/pdf/:folder/:name', allowAnybody, async (c) => {
        const file = (await resources()).get(`${c.req.param('folder')}/${c.req.param('name')}`)
        if (file === undefined) throw new Problem('not-found', 'File not found.')
        const type = file.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
        // These names don’t contain the reader's version, so they are cached for one day only.
        return c.body(new Uint8Array(await readFile(file)), 200, headersOf(type, 'public, max-age=86400'))
      })
      .get('/:name', allowAnybody, async (c) => {
        const asset = (await all()).get(c.req.param('name'))
        if (!asset) throw new Problem('not-found', 'File not found.')
        const packed = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '') ? await asset.gzipped?.() : undefined
        return c.body(packed ?? asset.bytes, 200, {
          ...headersOf(asset.type, 'public, max-age=31536000, immutable'),
          Vary: 'Accept-Encoding',
          ...(packed && { 'Content-Encoding': 'gzip' }),
        })
      }),
  }
}

function headersOf(type: string, caching: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': caching,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Fonts, modules and resources are fetched with CORS, because the document has no origin.
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Returns the path of each file by `folder/name`, so that no other file can be requested. */
async function pdfResources(): Promise<ReadonlyMap<string, string>> {
  const listed = await Promise.all(
    PDF_FOLDERS.map(async (folder) => {
      const names = await readdir(path.join(PDF, folder))
      return names.map((name) => [`${folder}/${name}`, path.join(PDF, folder, name)] as const)
    }),
  )
  return new Map(listed.flat())
}

async function loadScript(base: string, file: string): Promise<[name: string, asset: Asset]> {
  const bytes = new Uint8Array(await readFile(file))
  const gzipped = onFirstUse(async () => new Uint8Array(await promisify(gzip)(bytes)))
  return [`${base}-${hashOf(bytes)}.js`, { type: 'text/javascript; charset=utf-8', bytes, gzipped }]
}

async function loadFont(): Promise<[name: string, asset: Asset]> {
  const bytes = new Uint8Array(await readFile(FONT))
  return [`font-${hashOf(bytes)}.woff2`, { type: 'font/woff2', bytes }]
}

function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}
