/* global Plotly, parseFigure, needsCompleteBuild, drawable, themed, onGround */
/*
 * Draws the figure embedded in this document. The document is sandboxed, without an origin or network access, so a
 * figure cannot access anything.
 */

const CONFIG = {
  responsive: true,
  displaylogo: false,
  showTips: false,
  showLink: false,
  showSendToCloud: false,
  plotlyServerURL: '',
  // On touch screens the buttons would always cover the title. They are not needed there: dragging zooms, and a double
  // tap resets the view.
  displayModeBar: matchMedia('(hover: hover)').matches ? 'hover' : false,
  modeBarButtonsToRemove: ['toImage', 'sendChartToCloud', 'sendDataToCloud', 'select2d', 'lasso2d'],
}

function colors() {
  const style = getComputedStyle(document.documentElement)
  const read = (name) => style.getPropertyValue(name).trim()
  return {
    ink: read('--ink'),
    faint: read('--faint'),
    line: read('--line'),
    series: read('--series')
      .split(',')
      .map((color) => color.trim()),
  }
}

/** Disables links in labels that don’t lead to web pages, and makes the others open in a new tab. */
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

/** Replaces the small build of Plotly with the complete one, which is three times as large. */
async function loadCompleteBuild(src) {
  const script = document.createElement('script')
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => reject(new Error('The figure could not be loaded. Reload the page.')))
    script.src = src
    document.head.append(script)
  })
}

async function draw() {
  const plot = document.getElementById('plot')
  const { textContent, dataset } = document.getElementById('figure')
  const { data, layout } = parseFigure(textContent)
  const isComplete = needsCompleteBuild(data)
  const traces = drawable(data, layout, { isComplete })
  if (isComplete) await loadCompleteBuild(dataset.completeBuild)
  new MutationObserver(() => tameLinks(plot)).observe(plot, { childList: true, subtree: true })
  // Labels are measured while they are drawn, so the font must be loaded first. If loading fails, the system font is
  // used.
  await document.fonts.load('12px "IBM Plex Sans Variable"').catch(() => undefined)
  await Plotly.newPlot(plot, traces, themed(layout, colors()), CONFIG)
  tameLinks(plot)
}

/**
 * Renders the current state of the figure for the embedding page, which is always one of our own. Returns the image as
 * a data URL.
 */
async function imageOf(format) {
  const plot = document.getElementById('plot')
  const { clientWidth: width, clientHeight: height } = plot
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()
  return Plotly.toImage(
    { data: plot.data, layout: onGround(plot, ground) },
    { format, width, height, scale: format === 'png' ? 2 : 1 },
  )
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
