/*
 * Reads and styles figures, both on the screen and in exported files. This is a classic script, because `drawingWindow`
 * evaluates it in its window.
 */

const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']
/** The trace types in the small build of Plotly, which ignores other types without an error. */
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
/**
 * Additional types of the complete build, which only browsers run. Neither build includes maps, because maps fetch
 * shapes and tiles from other servers.
 */
const DRAWN_BY_COMPLETE_BUILD = [
  'barpolar',
  'candlestick',
  'carpet',
  'cone',
  'contourcarpet',
  'funnel',
  'funnelarea',
  'icicle',
  'indicator',
  'isosurface',
  'mesh3d',
  'ohlc',
  'parcats',
  'parcoords',
  'sankey',
  'scatter3d',
  'scattercarpet',
  'scatterpolar',
  'scatterpolargl',
  'scattersmith',
  'splom',
  'streamtube',
  'sunburst',
  'surface',
  'table',
  'treemap',
  'volume',
  'waterfall',
]
/** WebGL trace types, and the types that replace them. */
const PLAIN_TYPES = { scattergl: 'scatter', heatmapgl: 'heatmap' }

/**
 * Limits of a figure. At these limits, a browser draws for about 3 s, during which the surrounding page does not
 * respond.
 */
const MARKS_MAX = 100_000
const POINTS_MAX = 3_000_000
const TRACES_MAX = 1_000
/** Bytes per value of an array that Plotly packs as base64, by number type. */
const PACKED_BYTES = { i1: 1, u1: 1, u1c: 1, i2: 2, u2: 2, i4: 4, u4: 4, f4: 4, f8: 8 }

/** Counts the values in an array, an array of arrays, or an array that is packed as base64. */
function valuesIn(value) {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + (Array.isArray(one) ? one.length : 1), 0)
  if (typeof value?.bdata !== 'string') return 0
  return Math.floor((value.bdata.length * 3) / 4 / (PACKED_BYTES[value.dtype] ?? 1))
}

/** Trace types that draw each item as a separate element. */
const DRAWN_BY_ELEMENT = [
  'bar',
  'barpolar',
  'candlestick',
  'funnel',
  'funnelarea',
  'icicle',
  'ohlc',
  'parcats',
  'pie',
  'sankey',
  'sunburst',
  'table',
  'treemap',
  'waterfall',
]

/** Whether a trace draws each point as a separate element. */
function hasMarks({ type, mode, boxpoints, points, error_x, error_y }) {
  const drawsAll = [boxpoints, points].includes('all')
  const hasBars = [error_x, error_y].some((bars) => bars && bars.visible !== false)
  return DRAWN_BY_ELEMENT.includes(type) || /markers|text/.test(mode) || drawsAll || hasBars
}

const POINTS = ['x', 'y', 'z', 'a', 'b', 'c', 'r', 'theta', 'open', 'value', 'values', 'labels', 'ids']

function pointsOf(trace) {
  const { link, node, cells, dimensions } = trace
  const nested = [link?.value, node?.label, cells?.values].map(valuesIn)
  const coordinates = Array.isArray(dimensions) ? dimensions.map((one) => valuesIn(one?.values)) : []
  const all = coordinates.reduce((points, one) => points + one, 0)
  return Math.max(...POINTS.map((key) => valuesIn(trace[key])), ...nested, all)
}

/** Keys of a layout whose items are each drawn as a separate element. */
const ADDED = ['annotations', 'shapes', 'images']

function requireDrawable(traces, layout) {
  const added = ADDED.reduce((items, key) => items + valuesIn(layout?.[key]), 0)
  const sum = (some) => some.reduce((points, trace) => points + pointsOf(trace), 0)
  for (const [count, most, noun] of [
    [traces.length, TRACES_MAX, 'traces'],
    [sum(traces), POINTS_MAX, 'points'],
    [sum(traces.filter(hasMarks)) + added, MARKS_MAX, 'marks'],
  ]) {
    if (count <= most) continue
    const [much, limit] = [count, most].map((number) => number.toLocaleString('en-US'))
    throw new Error(
      `This figure has ${much} ${noun}; up to ${limit} can be drawn. Plot fewer points, or download the figure.`,
    )
  }
}

/**
 * Whether a value is the source of an image that is not embedded in the figure. Such images cannot be loaded where
 * figures are drawn.
 */
function isFromElsewhere(key, value) {
  return /(^|\.)source$/.test(key) && typeof value === 'string' && !/^data:image\//i.test(value)
}

function parseFigure(text) {
  // The function is called for every key at every level, and returns undefined for keys to drop.
  const figure = JSON.parse(text.replace(/^\uFEFF/, ''), function keep(key, value) {
    return FORBIDDEN_KEYS.includes(key) || isFromElsewhere(key, value) ? undefined : value
  })
  if (Array.isArray(figure)) return { data: figure, layout: {} }
  if (figure === null || typeof figure !== 'object' || !Array.isArray(figure.data)) {
    throw new Error('This file does not contain a figure: it has no list named “data”.')
  }
  return { data: figure.data, layout: figure.layout ?? {} }
}

/** Whether a figure has traces that only the complete build of Plotly can draw. */
function needsCompleteBuild(data) {
  return data.some((trace) => DRAWN_BY_COMPLETE_BUILD.includes(trace?.type))
}

function drawable(data, layout, { isComplete = false } = {}) {
  const drawn = isComplete ? [...DRAWN, ...DRAWN_BY_COMPLETE_BUILD] : DRAWN
  const traces = data.map((trace) => ({ ...trace, type: PLAIN_TYPES[trace.type] ?? trace.type ?? 'scatter' }))
  const unknown = traces.map(({ type }) => type).filter((type) => !drawn.includes(type))
  if (unknown.length > 0) {
    const names = [...new Set(unknown)].map((type) => `“${String(type).slice(0, 40)}”`).join(', ')
    throw new Error(`Millrace cannot draw ${names}. Download the figure to see it.`)
  }
  requireDrawable(traces, layout)
  return traces
}

/** Returns the layout without a fixed size, in our style unless the figure defines its own. */
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

/** Returns the layout of a drawn figure. A transparent background is replaced with the color `ground`. */
function onGround({ layout, _fullLayout }, ground) {
  const paper = _fullLayout.paper_bgcolor
  return { ...layout, paper_bgcolor: /,\s*0\)$/.test(paper) ? ground : paper }
}

Object.assign(globalThis, { parseFigure, needsCompleteBuild, drawable, themed, onGround })
