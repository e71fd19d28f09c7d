import { previewKind } from '@millrace/contracts/media-types'
import type { Theme } from './document-head.ts'
import { figureDocument, figurePolicy } from './figure-document.ts'
import { pageDocument, pagePolicy } from './page-document.ts'
import { pdfDocument, pdfPolicy } from './pdf-document.ts'
import type { PreviewFile } from './preview-file.ts'

export type PreviewScript = 'plotly' | 'plotly-complete' | 'drawing' | 'figure' | 'pdf' | 'pdf-worker' | 'pages'

/** Paths of the scripts, the font, and the folder with the PDF reader's resources. */
export interface PreviewAssetPaths {
  script(name: PreviewScript): string
  font: string
  pdf: string
}

interface Rendered {
  body: ReadableStream<Uint8Array> | string
  policy: string
}

interface Surroundings {
  theme: Theme
  origin: string
  assets: { paths(): Promise<PreviewAssetPaths> }
}

type Renderer = (file: PreviewFile, surroundings: Surroundings) => Promise<Rendered>

const RENDERERS: Partial<Record<ReturnType<typeof previewKind>, Renderer>> = {
  plotly: figure,
  pdf: pages,
  html: async (file, { origin }) => ({ body: await pageDocument(file), policy: pagePolicy(origin) }),
}

/** Returns the renderer of the sandboxed document for a file. Undefined if the file needs no such document. */
export function rendererOf({ mediaType }: PreviewFile): Renderer | undefined {
  return RENDERERS[previewKind(mediaType)]
}

/** The document contains the figure, so it fetches no data and needs no CORS headers. */
async function figure(file: PreviewFile, { theme, origin, assets }: Surroundings): Promise<Rendered> {
  const { script, font: fontPath } = await assets.paths()
  const scripts = (['plotly', 'drawing', 'figure'] as const).map((name) => `${origin}${script(name)}`)
  const completeBuild = `${origin}${script('plotly-complete')}`
  const font = `${origin}${fontPath}`
  return {
    body: figureDocument(file, { theme, scripts, completeBuild, font }),
    policy: figurePolicy({ scripts: [...scripts, completeBuild], font, ancestors: origin }),
  }
}

async function pages(file: PreviewFile, { theme, origin, assets }: Surroundings): Promise<Rendered> {
  const { script, font, pdf } = await assets.paths()
  const urls = {
    reader: `${origin}${script('pdf')}`,
    worker: `${origin}${script('pdf-worker')}`,
    frame: `${origin}${script('pages')}`,
    font: `${origin}${font}`,
    resources: `${origin}${pdf}`,
  }
  return {
    body: pdfDocument(file, { theme, assets: urls }),
    policy: pdfPolicy({ assets: urls, ancestors: origin }),
  }
}
