import type { Layout, Trace } from './figure.ts'

const LETTER_PX = 7
const SWATCH_PX = 56
const AXIS_PX = 80

/**
 * Returns the layout properties that place the legend to the right of the second axis. By default, Plotly would draw
 * the legend over the ticks and the title of that axis.
 */
export function besideRightAxis(
  layout: Pick<Layout, 'legend'>,
  data: readonly Trace[],
): Pick<Layout, 'legend' | 'margin'> {
  const longest = Math.max(0, ...data.map(({ name }) => [...name].length))
  const legend = { ...layout.legend, xref: 'container', x: 1, xanchor: 'right' } as const
  return { legend, margin: { r: AXIS_PX + SWATCH_PX + LETTER_PX * longest } }
}
