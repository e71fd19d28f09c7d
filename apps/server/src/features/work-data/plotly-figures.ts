import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LIMITS } from '@millrace/contracts/limits'

const START = /^\s*\{\s*"data"\s*:\s*\[\s*\{/
const LAYOUT = /\]\s*,\s*"(layout|config|frames)"\s*:\s*[{[]/
const TRACE =
  /"type"\s*:\s*"(scatter(gl|polar|ternary)?|bar|box|violin|histogram(2d(contour)?)?|heatmap|contour|pie|waterfall|funnel)"/

/**
 * Overlap of consecutive chunks, so that a match across their boundary is found. Only a match with a lot of whitespace
 * could be longer.
 */
const OVERLAP = 1000

/**
 * Whether a JSON file is a Plotly figure that can be previewed: it starts with traces, of which at least one has a
 * known type, continues with a layout, a configuration or frames, and is not too large.
 */
export async function isPlotlyFigure(file: string, head: string): Promise<boolean> {
  if (!START.test(head)) return false
  const { size } = await stat(file)
  if (size > LIMITS.previewFigureBytes) return false
  let [hasLayout, hasTrace, rest] = [false, false, '']
  for await (const chunk of createReadStream(file, 'latin1')) {
    const piece = rest + String(chunk)
    hasLayout ||= LAYOUT.test(piece)
    hasTrace ||= TRACE.test(piece)
    if (hasLayout && hasTrace) return true
    rest = piece.slice(-OVERLAP)
  }
  return false
}
