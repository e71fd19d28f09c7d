/** The part of Plotly's figure format that our charts use. */
export interface Figure {
  data: Trace[]
  layout: Layout
}

export interface Trace {
  type: 'scatter' | 'bar' | 'box' | 'heatmap'
  name: string
  /** The full name, if `name` was shortened. */
  meta?: string
  mode?: 'lines' | 'markers' | 'lines+markers'
  x?: (string | number | null)[]
  /** For a box, each item is an array of the values beyond the whiskers. */
  y?: (string | number | null | readonly number[])[]
  xaxis?: string
  yaxis?: string
  connectgaps?: boolean
  error_y?: ErrorBars
  showlegend?: boolean
  legendgroup?: string
  opacity?: number
  width?: number
  marker?: {
    size?: number
    opacity?: number
    color?: string
    symbol?: 'diamond' | 'square'
    line?: { color: string; width: number }
  }
  line?: { width?: number; color?: string; dash?: 'dash' | 'dot' }
  z?: (number | null)[][]
  colorscale?: string
  colorbar?: { title: { text: string; side: 'right' } }
  zsmooth?: false
  hoverongaps?: boolean
  hovertemplate?: string
  q1?: number[]
  median?: number[]
  q3?: number[]
  lowerfence?: number[]
  upperfence?: number[]
  mean?: number[]
  boxpoints?: 'outliers'
}

/** Length of the error bars above and below the points. Points with null have no error bar. */
export interface ErrorBars {
  type: 'data'
  array: (number | null)[]
  visible: true
  thickness: number
  width: number
}

export interface Axis {
  title: { text: string }
  type?: 'linear' | 'log' | 'date' | 'category'
  side?: 'right'
  overlaying?: string
  /** `auto` places ticks at round values. By default, an overlaying axis aligns its ticks with the other axis. */
  tickmode?: 'auto'
  zeroline?: boolean
  showgrid?: boolean
  /** Limits. On a logarithmic axis, they are exponents of 10. Null means the minimum or maximum of the values. */
  range?: [string | number | null, string | number | null]
  domain?: [number, number]
  anchor?: string
  showticklabels?: boolean
  /** The axis whose limits this axis shares. */
  matches?: 'x' | 'y'
  categoryorder?: 'array'
  categoryarray?: string[]
}

interface Annotation {
  text: string
  showarrow: false
  xref: string
  yref: string
  x: number
  y: number
  yanchor: 'bottom'
}

export interface Layout {
  title: { text: string }
  /** The full versions of shortened texts, by their place in the figure. */
  meta?: Record<string, string>
  xaxis: Axis
  yaxis: Axis
  yaxis2?: Axis
  annotations?: Annotation[]
  showlegend: boolean
  legend?: { title?: { text: string }; xref?: 'container'; x?: number; xanchor?: 'right' }
  margin?: { r: number }
  hovermode?: 'x unified' | 'closest'
  barmode?: 'overlay' | 'group' | 'stack'
  boxmode?: 'group'
  bargap?: number
}

/** Returns the layout property of the axis with this 0-based index: `xaxis`, then `xaxis2`. */
export function axisKey(letter: 'x' | 'y', at: number): string {
  return at === 0 ? `${letter}axis` : `${letter}axis${at + 1}`
}

/** Rounds to 15 digits. This removes floating-point noise, which would enlarge the file. */
export function drawn(value: number): number {
  return Number(value.toPrecision(15))
}

/** Formats a time for Plotly: `2024-03-01 08:15:00`, with milliseconds if they are not zero. */
export function drawnTime(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
}
