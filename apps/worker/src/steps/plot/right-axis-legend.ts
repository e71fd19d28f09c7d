import type { Layout, Trace } from './figure.ts'

const LETTER_PX = 7
const SWATCH_PX = 56
const AXIS_PX = 80

/** Places the legend to the right of the second axis, whose ticks and title Plotly’s default position would cover. */
export function besideRightAxis(
  layout: Pick<Layout, 'legend'>,
  data: readonly Trace[],
): Pick<Layout, 'legend' | 'margin'> {
  const longest = Math.max(0, ...data.map(({ name }) => [...name].length))
  const legend = { ...layout.legend, xref: 'container', x: 1, xanchor: 'right' } as const
  return { legend, margin: { r: AXIS_PX + SWATCH_PX + LETTER_PX * longest } }
}
