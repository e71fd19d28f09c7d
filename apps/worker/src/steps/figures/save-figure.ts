import { readFile, writeFile } from 'node:fs/promises'
import { FigureFault, svgOfFigure } from '@millrace/figures/draw-figure'
import { charactersWithoutGlyph, type Face, FONT_FACES, fontFile } from '@millrace/figures/fonts'
import { pdfOfSvg } from '@millrace/figures/pdf-of-svg'
import { pngOfSvg } from '@millrace/figures/png-of-svg'
import { listed } from '@millrace/tables/sentences'
import { type Slot, type StepContext, StepError } from '@millrace/worker-sdk'

type Format = keyof typeof MEDIA

const MEDIA = { pdf: 'application/pdf', svg: 'image/svg+xml', png: 'image/png' }

/** Such as of a text column in a paper, and readable on a slide. */
const SIZE = { width: 900, height: 560 }
const PNG_SCALE = 2

/** The slot of the files that a figure is saved as. */
export const FIGURE_FILES: Slot = {
  name: 'files',
  title: 'Exported files',
  description: 'The chart as PDF, SVG, or PNG.',
  mediaType: Object.values(MEDIA).join(', '),
  max: null,
}

interface Wanted {
  formats: readonly Format[]
  slot: string
  size?: { width: number; height: number }
  scale?: number
}

/** Writes a Plotly figure as files of these formats, drawn as on the screen. */
export async function saveFigure(
  context: Pick<StepContext<unknown>, 'output' | 'log'>,
  json: string,
  { formats, slot, size = SIZE, scale = PNG_SCALE }: Wanted,
): Promise<void> {
  if (formats.length === 0) return
  const svg = await drawnSvg(json, size)
  sayMissing(svg, context.log)
  for (const format of formats) {
    const path = context.output(slot, { suffix: `.${format}`, mediaType: MEDIA[format] })
    await writeFile(path, await fileOf(svg, { format, size, scale }))
  }
}

async function drawnSvg(json: string, size: { width: number; height: number }): Promise<string> {
  try {
    return await svgOfFigure(json, size)
  } catch (error) {
    throw error instanceof FigureFault ? new StepError(error.message, { cause: error }) : error
  }
}

async function fileOf(
  svg: string,
  { format, size, scale }: { format: Format; size: { width: number; height: number }; scale: number },
): Promise<string | Uint8Array> {
  if (format === 'svg') return svg
  if (format === 'png') return pngOfSvg(svg, scale)
  const fonts = await Promise.all(FONT_FACES.map(async (face) => [face, await readFile(fontFile(face))] as const))
  return pdfOfSvg(svg, { ...size, title: titleOf(svg), fonts: Object.fromEntries(fonts) as Record<Face, Buffer> })
}

function titleOf(svg: string): string {
  return /class="gtitle"[^>]*>([^<]*)</.exec(svg)?.[1] ?? 'Figure'
}

function sayMissing(svg: string, log: StepContext<unknown>['log']): void {
  const missing = charactersWithoutGlyph(svg.replace(/<[^>]*>/g, ' '))
  if (missing.length === 0) return
  log.warn(
    `The font has no ${missing.length === 1 ? 'character' : 'characters'} ${listed(missing.slice(0, 10))}, which PDF and PNG files therefore leave out. SVG files keep the text.`,
  )
}
