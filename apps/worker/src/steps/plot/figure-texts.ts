import type { Axis, Figure, Trace } from './figure.ts'

/** How many characters fit into each part of a figure of the default size. */
const FITTING = { title: 80, xaxis: 80, yaxis: 48, legend: 30, trace: 40 }

/**
 * Shortens the texts of a figure to fit. Texts are shortened in the middle, because column names end with a unit.
 * `meta` contains the full texts. Traces other than boxes show their full names on hover.
 */
export function withFittingTexts({ data, layout }: Figure): Figure {
  const whole: Record<string, string> = {}
  const fit = <T extends { title: { text: string } }>(part: T, name: string, most: number): T => {
    const text = shortened(part.title.text, most)
    if (text !== part.title.text) whole[name] = part.title.text
    return { ...part, title: { text } }
  }
  const { xaxis, yaxis, yaxis2, legend } = layout
  const axes: Record<string, Axis> = {
    xaxis: fit(xaxis, 'xaxis', FITTING.xaxis),
    yaxis: fit(yaxis, 'yaxis', FITTING.yaxis),
    ...(yaxis2 && { yaxis2: fit(yaxis2, 'yaxis2', FITTING.yaxis) }),
  }
  const titled = fit(layout, 'title', FITTING.title)
  const named = {
    ...titled,
    ...axes,
    ...(legend?.title && { legend: fit({ ...legend, title: legend.title }, 'legend', FITTING.legend) }),
  }
  return { data: data.map(withFittingName), layout: Object.keys(whole).length > 0 ? { ...named, meta: whole } : named }
}

function withFittingName(trace: Trace): Trace {
  const name = shortened(trace.name, FITTING.trace)
  if (name === trace.name) return trace
  const hover = trace.type === 'box' ? {} : { hovertemplate: '(%{x}, %{y})<extra>%{meta}</extra>' }
  return { ...trace, name, meta: trace.name, ...hover }
}

/** Shortens text in the middle: `A very long name of a … column (cm)`. */
function shortened(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const tail = Math.floor(most / 3)
  const start = characters.slice(0, most - tail - 1).join('')
  return `${start.trimEnd()}…${characters.slice(-tail).join('').trimStart()}`
}
