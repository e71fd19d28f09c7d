import { readFile, writeFile } from 'node:fs/promises'
import { FigureFault, svgOfFigure } from '@millrace/figures/draw-figure'
import { charactersWithoutGlyph, type Face, FONT_FACES, fontFile } from '@millrace/figures/fonts'
import { pdfOfSvg } from '@millrace/figures/pdf-of-svg'
import { pngOfSvg } from '@millrace/figures/png-of-svg'
import { listed } from '@millrace/tables/sentences'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { type FigureFormat, MEDIA } from './save-figure.ts'

interface Drawing {
  formats: readonly FigureFormat[]
  slot: string
  size: { width: number; height: number }
  scale: number
}

/** Draws a Plotly figure once and writes it in each format. */
export async function writeDrawing(
  context: Pick<StepContext<unknown>, 'output' | 'log'>,
  json: string,
  { formats, slot, size, scale }: Drawing,
): Promise<void> {
  const svg = await drawnSvg(json, size)
  warnOfMissingGlyphs(svg, context.log)
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
  { format, size, scale }: { format: FigureFormat; size: { width: number; height: number }; scale: number },
): Promise<string | Uint8Array> {
  if (format === 'svg') return svg
  if (format === 'png') return pngOfSvg(svg, scale)
  const fonts = await Promise.all(FONT_FACES.map(async (face) => [face, await readFile(fontFile(face))] as const))
  return pdfOfSvg(svg, { ...size, title: titleOf(svg), fonts: Object.fromEntries(fonts) as Record<Face, Buffer> })
}

function titleOf(svg: string): string {
  return /class="gtitle"[^>]*>([^<]*)</.exec(svg)?.[1] ?? 'Figure'
}

function warnOfMissingGlyphs(svg: string, log: StepContext<unknown>['log']): void {
  const missing = charactersWithoutGlyph(svg.replace(/<[^>]*>/g, ' '))
  if (missing.length === 0) return
  log.warn(
    `The font lacks the ${missing.length === 1 ? 'character' : 'characters'} ${listed(missing.slice(0, 10))}, so PDF and PNG files leave ${missing.length === 1 ? 'it' : 'them'} out. SVG files keep the text.`,
  )
}
