import type { Slot, StepContext } from '@millrace/worker-sdk'

export type FigureFormat = keyof typeof MEDIA

export const MEDIA = { pdf: 'application/pdf', svg: 'image/svg+xml', png: 'image/png' }

/** Default size in pixels. It fits a text column of a paper and is readable on a slide. */
const SIZE = { width: 900, height: 560 }
const PNG_SCALE = 2

export const FIGURE_FILES: Slot = {
  name: 'files',
  title: 'Exported files',
  description: 'The chart as PDF, SVG, or PNG.',
  mediaType: Object.values(MEDIA).join(', '),
  max: null,
}

interface Wanted {
  formats: readonly FigureFormat[]
  slot: string
  size?: { width: number; height: number }
  scale?: number
}

/**
 * Writes a Plotly figure as files in the given formats, drawn as on the screen. The renderer takes 80 MB and a second
 * to load, so it is imported only when a figure is saved.
 */
export async function saveFigure(
  context: Pick<StepContext<unknown>, 'output' | 'log'>,
  json: string,
  { formats, slot, size = SIZE, scale = PNG_SCALE }: Wanted,
): Promise<void> {
  if (formats.length === 0) return
  const { writeDrawing } = await import('./write-drawing.ts')
  await writeDrawing(context, json, { formats, slot, size, scale })
}
