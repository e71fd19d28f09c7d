/*
 * How a figure is read and styled, on the screen and in exported files. A classic script, because documents without an
 * origin load it, and the worker runs it next to Plotly.
 */

const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']
/** The trace types in this build of Plotly, which silently ignores others. */
const DRAWN = [
  'bar',
  'box',
  'contour',
  'heatmap',
  'histogram',
  'histogram2d',
  'histogram2dcontour',
  'image',
  'pie',
  'scatter',
  'scatterternary',
  'violin',
]
/** WebGL trace types, and their equivalents in this build. */
const PLAIN_TYPES = { scattergl: 'scatter', heatmapgl: 'heatmap' }

/** Whether an image is outside the figure. Such images cannot be fetched from here; embedded ones are drawn. */
function isFromElsewhere(key, value) {
  return /(^|\.)source$/.test(key) && typeof value === 'string' && !/^data:image\//i.test(value)
}

function parseFigure(text) {
  // Keys such as __proto__ are dropped at every level.
  const figure = JSON.parse(text.replace(/^\uFEFF/, ''), function keep(key, value) {
    return FORBIDDEN_KEYS.includes(key) || isFromElsewhere(key, value) ? undefined : value
  })
  if (Array.isArray(figure)) return { data: figure, layout: {} }
  if (figure === null || typeof figure !== 'object' || !Array.isArray(figure.data)) {
    throw new Error('This file does not contain a figure: it has no list named “data”.')
  }
  return { data: figure.data, layout: figure.layout ?? {} }
}

function drawable(data) {
  const traces = data.map((trace) => ({ ...trace, type: PLAIN_TYPES[trace.type] ?? trace.type ?? 'scatter' }))
  const unknown = traces.map(({ type }) => type).filter((type) => !DRAWN.includes(type))
  if (unknown.length > 0) {
    const names = [...new Set(unknown)].map((type) => `“${String(type).slice(0, 40)}”`).join(', ')
    throw new Error(`Millrace cannot draw ${names}. Download the figure to see it.`)
  }
  return traces
}

/** Applies our style to figures that do not define their own. */
function themed(layout, { ink, faint, line, series }) {
  const { template, width: _width, height: _height, ...own } = layout
  const styled = template?.layout !== undefined && Object.keys(template.layout).length > 0
  if (styled) return { ...own, template, autosize: true }
  const axis = { gridcolor: line, linecolor: line, zerolinecolor: line, automargin: true }
  const look = {
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    colorway: series,
    font: { family: 'IBM Plex Sans Variable, system-ui, sans-serif', size: 12, color: ink },
    xaxis: axis,
    yaxis: axis,
    annotationdefaults: { arrowcolor: faint },
    modebar: { bgcolor: 'rgba(0,0,0,0)', color: faint, activecolor: ink },
    margin: { l: 56, r: 24, t: own.title === undefined ? 24 : 56, b: 48 },
  }
  return { ...own, template: { layout: look }, autosize: true }
}

/** The layout of a drawn figure on a ground of this color, unless it has its own. */
function onGround({ layout, _fullLayout }, ground) {
  const paper = _fullLayout.paper_bgcolor
  return { ...layout, paper_bgcolor: /,\s*0\)$/.test(paper) ? ground : paper }
}

Object.assign(globalThis, { parseFigure, drawable, themed, onGround })
