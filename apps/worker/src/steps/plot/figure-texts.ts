import type { Axis, Figure, Trace } from './figure.ts'

/** How many letters fit beside each other in a figure of usual size; the Y axis is the shorter one. */
const FITTING = { title: 80, xaxis: 80, yaxis: 48, legend: 30, trace: 40 }

/**
 * The figure with texts that fit into it: a long one would be cut at both ends. What is left out is in the middle, for
 * names of columns end with their unit. The whole text stays: of a trace where one points at it, of all in `meta`.
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
  const named = { ...titled, ...axes, ...(legend && { legend: fit(legend, 'legend', FITTING.legend) }) }
  return { data: data.map(withFittingName), layout: Object.keys(whole).length > 0 ? { ...named, meta: whole } : named }
}

function withFittingName(trace: Trace): Trace {
  const name = shortened(trace.name, FITTING.trace)
  if (name === trace.name) return trace
  const hover = trace.type === 'box' ? {} : { hovertemplate: '(%{x}, %{y})<extra>%{meta}</extra>' }
  return { ...trace, name, meta: trace.name, ...hover }
}

/** `A very long name of a … column (cm)`. */
function shortened(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const behind = Math.floor(most / 3)
  const before = letters.slice(0, most - behind - 1).join('')
  return `${before.trimEnd()}…${letters.slice(-behind).join('').trimStart()}`
}
