/* global pdfjsLib */
/*
 * Draws the pages of a PDF. The document is sandboxed, without an origin or network access, so it requests the bytes of
 * the file, range by range, from the page that embeds it. That page also sends the commands of its toolbar. Only our
 * own pages can embed this document.
 */

const { size, worker, resources } = document.body.dataset
const container = document.getElementById('pages')
/** Maximum number of pages that have a canvas. */
const DRAWN_MOST = 8
const SLOW_MS = 20_000
const TOO_MUCH = 'This page has too much content to draw it here. Download the file to view it.'
/**
 * Maximum number of drawing operations of a page. This many operations take about 15 s and 700 MB. A page of 2 kB can
 * have ten billion of them, because a page can repeat its content.
 */
const OPERATIONS_MOST = 500_000
/** Maximum time for drawing a page, so slower computers give up after fewer operations. */
const DRAWING_MS = 15_000
const GAP = 16
const HITS_MOST = 1000
/** Logs errors only, because damaged files are common and PDF.js repairs most of them. */
const QUIET = 0

const tell = (message) => parent.postMessage(message, '*')

function say(text) {
  container.hidden = true
  const place = document.getElementById('message')
  place.textContent = text
  place.hidden = false
  tell({ failed: true })
}

class AskedRanges extends pdfjsLib.PDFDataRangeTransport {
  constructor() {
    super(Number(size), null)
  }

  requestDataRange(begin, end) {
    tell({ range: [begin, end] })
  }
}

/**
 * Starts the worker of PDF.js. A document without an origin can only start a classic worker from a blob, so the blob
 * imports the module. Messages that arrive before the module listens are dispatched again afterwards.
 */
function readerWorker() {
  const source = `
    const early = []
    const keep = ({ data }) => early.push(data)
    addEventListener('message', keep)
    import(${JSON.stringify(worker)}).then(() => {
      removeEventListener('message', keep)
      for (const data of early) dispatchEvent(new MessageEvent('message', { data }))
    })`
  return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
}

const ranges = new AskedRanges()
const task = pdfjsLib.getDocument({
  range: ranges,
  worker: new pdfjsLib.PDFWorker({ port: readerWorker(), verbosity: QUIET }),
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  verbosity: QUIET,
  cMapUrl: `${resources}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${resources}standard_fonts/`,
  wasmUrl: `${resources}wasm/`,
})
// Does not ask for passwords, because users would type them into a document with untrusted content.
task.onPassword = () => {
  say('This PDF is protected by a password. Download it to open it in another program.')
  task.destroy()
}

const state = { scale: 'width', zoom: 1, page: 1, find: '', hits: [], hit: -1 }
/** @type {{ box: HTMLElement, width: number, height: number, drawn: boolean, task?: object, isTooMuch?: boolean }[]} */
let pages = []
let pdf

async function open() {
  pdf = await task.promise
  const first = await pdf.getPage(1)
  const { width, height } = first.getViewport({ scale: 1 })
  // All pages are assumed to have the size of the first one until they are drawn.
  pages = Array.from({ length: pdf.numPages }, (_, at) => {
    const box = document.createElement('section')
    box.className = 'page'
    box.dataset.page = String(at + 1)
    box.setAttribute('aria-label', `Page ${at + 1}`)
    container.append(box)
    return { box, width, height, drawn: false }
  })
  layOut()
  tell({ pages: pdf.numPages, page: 1 })
  const observer = new IntersectionObserver(onSeen, { rootMargin: '400px' })
  for (const { box } of pages) observer.observe(box)
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('resize', () => state.scale === 'width' && redraw())
}

/** Returns the chosen scale. By default, returns the scale at which the widest page fits, between 0.1 and 2. */
function scaleOf() {
  if (state.scale !== 'width') return state.zoom
  const widest = Math.max(...pages.map(({ width }) => width))
  return Math.max(0.1, Math.min(2, (document.documentElement.clientWidth - 2 * GAP) / widest))
}

function layOut() {
  const scale = scaleOf()
  container.style.setProperty('--total-scale-factor', String(scale))
  for (const { box, width, height } of pages) {
    box.style.width = `${Math.floor(width * scale)}px`
    box.style.height = `${Math.floor(height * scale)}px`
  }
}

function redraw() {
  for (const page of pages) release(page)
  layOut()
  for (const page of pages) {
    const { top, bottom } = page.box.getBoundingClientRect()
    if (bottom > -400 && top < innerHeight + 400) void draw(page)
  }
}

function release(page) {
  page.task?.cancel()
  page.drawn = false
  page.box.replaceChildren()
}

function onSeen(entries) {
  for (const { target, isIntersecting } of entries) {
    const page = pages[Number(target.dataset.page) - 1]
    if (isIntersecting && !page.drawn) void draw(page)
  }
  const drawn = pages.filter((page) => page.drawn)
  const distance = ({ box }) => Math.abs(box.getBoundingClientRect().top)
  for (const page of drawn.sort((a, b) => distance(b) - distance(a)).slice(0, Math.max(0, drawn.length - DRAWN_MOST))) {
    release(page)
  }
}

function onScroll() {
  const middle = innerHeight / 3
  const at = pages.findIndex(({ box }) => box.getBoundingClientRect().bottom > middle)
  if (at < 0 || at + 1 === state.page) return
  state.page = at + 1
  tell({ page: state.page })
}

/** Draws a page, unless an earlier attempt exceeded the limits, for example at another zoom. */
async function draw(page) {
  page.drawn = true
  if (page.isTooMuch) return note(page, TOO_MUCH)
  const number = Number(page.box.dataset.page)
  const slow = setTimeout(() => note(page, 'This page is taking a while to draw.'), SLOW_MS)
  try {
    const source = await pdf.getPage(number)
    const own = source.getViewport({ scale: 1 })
    if (own.width !== page.width || own.height !== page.height) {
      Object.assign(page, { width: own.width, height: own.height })
      layOut()
    }
    const scale = scaleOf()
    const canvas = document.createElement('canvas')
    // Larger canvases fail in browsers.
    const density = Math.min(devicePixelRatio, Math.sqrt(16e6 / (own.width * own.height * scale * scale)))
    const viewport = source.getViewport({ scale: scale * density })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    page.box.replaceChildren(canvas)
    const end = performance.now() + DRAWING_MS
    page.task = source.render({ canvas, viewport, operationsFilter: (_, list) => isBounded(page, list, end) })
    await page.task.promise
    await addText(page, source, source.getViewport({ scale }))
  } catch (error) {
    if (page.isTooMuch) note(page, TOO_MUCH)
    else if (error?.name !== 'RenderingCancelledException') note(page, 'This page can’t be drawn. It may be damaged.')
  } finally {
    clearTimeout(slow)
  }
}

/**
 * Whether drawing may continue. If not, cancels the task later, because PDF.js must not be canceled during this
 * callback.
 */
function isBounded(page, { fnArray }, end) {
  if (fnArray.length <= OPERATIONS_MOST && performance.now() < end) return true
  if (!page.isTooMuch) setTimeout(() => page.task.cancel())
  page.isTooMuch = true
  return false
}

function note(page, text) {
  const line = document.createElement('p')
  line.textContent = text
  line.style.cssText = 'margin:0;padding:24px;color:#333'
  page.box.replaceChildren(line)
}

/**
 * Adds transparent text over the image of the page, so that users can select the text and screen readers can read it.
 */
async function addText(page, source, viewport) {
  const layer = document.createElement('div')
  layer.className = 'textLayer'
  const text = new pdfjsLib.TextLayer({ textContentSource: source.streamTextContent(), container: layer, viewport })
  await text.render()
  page.box.append(layer)
  page.texts = text.textDivs
  markHits(page)
}

const itemsOf = new Map()

/** Returns the strings of a page, in reading order. */
async function textsOf(number) {
  if (!itemsOf.has(number)) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    itemsOf.set(
      number,
      items.filter(({ str }) => str !== undefined).map(({ str }) => str),
    )
  }
  return itemsOf.get(number)
}

/**
 * Searches the pages in order for a string, ignoring case, until there are at least `HITS_MOST` hits. A hit may span
 * several strings of a page.
 */
async function find(wanted) {
  Object.assign(state, { find: wanted, hits: [], hit: -1 })
  for (const page of pages) markHits(page)
  const needle = wanted.toLowerCase()
  if (needle === '') return tell({ matches: 0, match: 0 })
  for (let number = 1; number <= pages.length && state.hits.length < HITS_MOST; number++) {
    const text = (await textsOf(number)).join('').toLowerCase()
    if (state.find !== wanted) return undefined
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      state.hits.push({ number, at })
    }
    if (state.hit < 0 && state.hits.length > 0) showHit(0)
    if (number % 20 === 0) tell({ matches: state.hits.length, match: state.hit + 1, isSearching: true })
  }
  for (const page of pages) markHits(page)
  return tell({ matches: state.hits.length, match: state.hit + 1, isSearching: false })
}

function showHit(at) {
  const { hits } = state
  if (hits.length === 0) return
  state.hit = (at + hits.length) % hits.length
  const { number } = hits[state.hit]
  for (const page of pages) if (page.texts) markHits(page)
  const page = pages[number - 1]
  const mark = page.box.querySelector('mark.current')
  if (mark) mark.scrollIntoView({ block: 'center' })
  else page.box.scrollIntoView({ block: 'start' })
  tell({ matches: hits.length, match: state.hit + 1 })
}

function markHits(page) {
  if (!page.texts) return
  const number = Number(page.box.dataset.page)
  const length = state.find.length
  const hits = state.hits.filter((hit) => hit.number === number)
  let start = 0
  for (const element of page.texts) {
    const text = element.textContent
    const end = start + text.length
    const inside = hits.filter(({ at }) => at < end && at + length > start)
    if (inside.length > 0 || element.querySelector('mark')) element.replaceChildren(...parts(text, inside, start))
    start = end
  }
}

/** Splits a string into plain strings and `mark` elements for the parts that belong to hits. */
function parts(text, hits, start) {
  const made = []
  let from = 0
  for (const hit of hits) {
    const [first, last] = [Math.max(from, hit.at - start), Math.min(text.length, hit.at + state.find.length - start)]
    const mark = document.createElement('mark')
    mark.textContent = text.slice(first, last)
    if (state.hits[state.hit] === hit) mark.className = 'current'
    made.push(text.slice(from, first), mark)
    from = last
  }
  return [...made, text.slice(from)]
}

const COMMANDS = {
  bytes: ({ begin, bytes }) => ranges.onDataRange(begin, new Uint8Array(bytes)),
  unreadable: () => say('The file could not be read. Check your connection and open the preview again.'),
  page: ({ page }) => pages[page - 1]?.box.scrollIntoView({ block: 'start' }),
  find: ({ text }) => void find(text),
  hit: ({ step }) => showHit(state.hit + step),
  zoom: ({ zoom }) => {
    const { page } = state
    const factor = zoom === 'in' ? 1.25 : 0.8
    if (zoom === 'width') state.scale = 'width'
    else Object.assign(state, { zoom: Math.min(5, Math.max(0.25, scaleOf() * factor)), scale: 'zoom' })
    redraw()
    pages[page - 1]?.box.scrollIntoView({ block: 'start' })
  },
}

addEventListener('message', ({ data, source }) => {
  if (source !== parent || !Object.hasOwn(COMMANDS, data?.command)) return
  COMMANDS[data.command](data)
})

open().catch((error) => {
  if (error?.name === 'PasswordException') return
  say('This PDF can’t be read. It may be damaged. Download it to open it in another program.')
})
