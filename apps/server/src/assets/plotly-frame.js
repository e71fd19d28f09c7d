/* global Plotly */
/*
 * Draws the figure embedded in this document. The document is sandboxed, without an origin or network access, so the
 * content of a figure cannot do anything but be drawn.
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
const CONFIG = {
  responsive: true,
  displaylogo: false,
  showTips: false,
  showLink: false,
  showSendToCloud: false,
  plotlyServerURL: '',
  // On touch screens the buttons would always cover the title. Dragging zooms, and a double tap resets the view.
  displayModeBar: matchMedia('(hover: hover)').matches ? 'hover' : false,
  modeBarButtonsToRemove: ['toImage', 'sendChartToCloud', 'sendDataToCloud', 'select2d', 'lasso2d'],
}

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
    throw new Error(`This preview cannot draw ${names}. Download the figure to see it.`)
  }
  return traces
}

function colours() {
  const style = getComputedStyle(document.documentElement)
  const read = (name) => style.getPropertyValue(name).trim()
  return {
    ink: read('--ink'),
    faint: read('--faint'),
    line: read('--line'),
    series: read('--series')
      .split(',')
      .map((colour) => colour.trim()),
  }
}

/** Applies the page's style to figures that do not define their own. */
function themed(layout) {
  const { template, width: _width, height: _height, ...own } = layout
  const styled = template?.layout !== undefined && Object.keys(template.layout).length > 0
  if (styled) return { ...own, template, autosize: true }
  const { ink, faint, line, series } = colours()
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

/** Keeps links in labels only if they lead to web pages. */
function tameLinks(root) {
  for (const link of root.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? ''
    if (!/^https?:\/\//i.test(address)) {
      link.removeAttribute('href')
      link.removeAttribute('xlink:href')
    }
    link.setAttribute('rel', 'noopener noreferrer')
    link.setAttribute('target', '_blank')
  }
}

function say(message) {
  document.getElementById('plot').hidden = true
  const place = document.getElementById('message')
  place.textContent = message
  place.hidden = false
}

async function draw() {
  const plot = document.getElementById('plot')
  const { data, layout } = parseFigure(document.getElementById('figure').textContent)
  new MutationObserver(() => tameLinks(plot)).observe(plot, { childList: true, subtree: true })
  // Labels are measured while they are drawn, so the font must be loaded first. If loading fails, the system font is
  // used.
  await document.fonts.load('12px "IBM Plex Sans Variable"').catch(() => undefined)
  await Plotly.newPlot(plot, drawable(data), themed(layout), CONFIG)
  tameLinks(plot)
}

/**
 * Draws the figure once more as an image, as it looks now, for the page that shows this document. Nobody else can frame
 * it, so nobody else can ask.
 */
async function imageOf(format) {
  const plot = document.getElementById('plot')
  const { clientWidth: width, clientHeight: height } = plot
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()
  const paper = plot._fullLayout.paper_bgcolor
  const layout = { ...plot.layout, paper_bgcolor: /,\s*0\)$/.test(paper) ? ground : paper }
  return Plotly.toImage({ data: plot.data, layout }, { format, width, height, scale: format === 'png' ? 2 : 1 })
}

const drawn = draw()

addEventListener('message', async ({ data, source }) => {
  if (source !== parent || !['png', 'svg'].includes(data?.save)) return
  const image = await drawn.then(() => imageOf(data.save)).catch(() => null)
  source.postMessage({ saved: data.save, image }, '*')
})

drawn.catch((error) => {
  say(error instanceof SyntaxError ? 'This file is not JSON, so there is no figure to draw.' : error.message)
})
