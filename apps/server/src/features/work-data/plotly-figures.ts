import { readFile, stat } from 'node:fs/promises'
import { LIMITS } from '@millrace/contracts/limits'

const START = /^\s*\{\s*"data"\s*:\s*\[\s*\{/
const LAYOUT = /\]\s*,\s*"(layout|config|frames)"\s*:\s*[{[]/
const TRACE =
  /"type"\s*:\s*"(scatter(gl|polar|ternary)?|bar|box|violin|histogram(2d(contour)?)?|heatmap|contour|pie|waterfall|funnel)"/

/** Whether a JSON file is a figure as Plotly writes it: traces, then a layout. */
export async function isPlotlyFigure(file: string, head: string): Promise<boolean> {
  if (!START.test(head)) return false
  const { size } = await stat(file)
  if (size > LIMITS.previewFigureBytes) return false
  const text = await readFile(file, 'latin1')
  return LAYOUT.test(text) && TRACE.test(text)
}
