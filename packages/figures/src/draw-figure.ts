import { drawingWindow, type Size } from './drawing-window.ts'
import { FONT_FAMILY } from './fonts.ts'
import { THEME_COLORS } from './theme-colors.ts'

/** Thrown for a figure that cannot be drawn. The message is shown to users. */
export class FigureFault extends Error {}

/** Draws a Plotly figure as SVG, with the interface’s library and font, and the colors of its light theme. */
export async function svgOfFigure(json: string, size: Size): Promise<string> {
  const window = drawingWindow(size)
  try {
    const { ink, faint, line, series, ground } = THEME_COLORS.light
    const look = { ink, faint, line, series: series.split(',') }
    const wanted = { json, look, ground, size }
    // Everything that touches the figure runs inside the window, so all objects belong to the same realm.
    const draw = window.eval(DRAW) as (wanted: string) => Promise<string>
    return cleaned(decodeURIComponent((await draw(JSON.stringify(wanted))).slice(SVG_URL.length)))
  } catch (error) {
    throw new FigureFault(faultOf(error), { cause: error })
  } finally {
    window.close()
  }
}

const SVG_URL = 'data:image/svg+xml,'
const DRAW = `async (text) => {
  const { json, look, ground, size } = JSON.parse(text)
  const { data, layout } = parseFigure(json)
  const plot = document.createElement('div')
  document.body.append(plot)
  const sized = { ...themed(layout, look), ...size, autosize: false }
  await Plotly.newPlot(plot, drawable(data, layout), sized, { staticPlot: true, showTips: false })
  return Plotly.toImage({ data: plot.data, layout: onGround(plot, ground) }, { format: 'svg', ...size })
}`

/**
 * Replaces the name of the variable font with the name in the font files. Removes quotation marks from `url(…)`,
 * because some programs cannot read them. Removes images that are not embedded as pixels, and link targets that are
 * neither web addresses nor parts of the drawing, because programs would load them from the disk or the network.
 */
function cleaned(svg: string): string {
  return svg
    .replace(/<image\b(?![^>]*href="data:image\/(?:png|jpe?g|gif);base64,)[^>]*>/g, '')
    .replace(/((?:xlink:)?href=")(?!data:image\/|#|https?:\/\/)[^"]*/g, '$1')
    .replaceAll(`${FONT_FAMILY} Variable`, FONT_FAMILY)
    .replace(/url\((?:'|"|&quot;|&#39;)(#[\w-]+)(?:'|"|&quot;|&#39;)\)/g, 'url($1)')
}

function faultOf(error: unknown): string {
  const { name, message } = error as Partial<Error>
  if (name === 'SyntaxError') return 'This file is not JSON, so there is no figure to draw.'
  return message ?? 'The figure cannot be drawn.'
}
