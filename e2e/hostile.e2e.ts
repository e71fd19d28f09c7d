import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { allowConsoleErrors, openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'
import { pdfOf } from './preview-samples.ts'
import { watchForLeaks, XSS_PAYLOAD } from './xss-payload.ts'

/** A server that the files try to reach. It counts connections, so that even a mere preconnect is noticed. */
const reached: string[] = []
const canary = createServer((socket) => {
  reached.push(String(socket.remotePort))
  socket.destroy()
}).listen(0, '127.0.0.1')
await once(canary, 'listening')
afterAll(() => canary.close())
const EVIL = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
const BREAK_OUT = `document.title='run';${XSS_PAYLOAD};top.location='${EVIL}';alert(1)`

const FIGURE = {
  data: [
    {
      y: [1, 3, 2],
      mode: 'text+lines',
      name: `<img src=x onerror="${BREAK_OUT}">`,
      text: [`<a href="javascript:${BREAK_OUT}">x</a>`, `<a href="${EVIL}" target="_top">away</a>`, 'c'],
      hovertemplate: `<script>${BREAK_OUT}</script>%{y}`,
    },
  ],
  layout: {
    title: { text: `<a href="JaVaScRiPt:${BREAK_OUT}" target="_top">Title</a>` },
    width: 1e8,
    height: 1e8,
    font: { family: `x;background:url(${EVIL}/font)` },
    images: [
      { source: `${EVIL}/pixel.png`, x: 0, y: 1, sizex: 1, sizey: 1 },
      { source: `javascript:${BREAK_OUT}`, x: 0, y: 0, sizex: 1, sizey: 1 },
    ],
    updatemenus: [
      {
        type: 'buttons',
        buttons: [{ label: 'more', method: 'relayout', args: [{ 'images[0].source': `${EVIL}/later.png` }] }],
      },
    ],
  },
  config: { plotlyServerURL: EVIL, sendData: true, showSendToCloud: true },
}

/** Commands of LaTeX that load files, write markup, or expand without end. */
const FORMULAS = String.raw`$x$ $\href{javascript:${BREAK_OUT}}{a}$ $\includegraphics{${EVIL}/x.png}$
$\htmlData{onclick=${BREAK_OUT}}{b}$ $\htmlStyle{background: url(${EVIL}/x.png)}{c}$ $\url{${EVIL}}$
$\text{<img src=x onerror="${BREAK_OUT}">}$ $\def\a{\a\a}\a$ $\rule{9999em}{9999em}$`

const PAGE = `<html><head><meta http-equiv="refresh" content="0;url=${EVIL}/"><base href="${EVIL}/">
<link rel="stylesheet" href="${EVIL}/s.css"></head><body onload="${BREAK_OUT}"><img src="${EVIL}/x.png">
<script>${BREAK_OUT}</script><iframe src="javascript:${BREAK_OUT}"></iframe><iframe src="${EVIL}/frame"></iframe>
<link rel="preconnect" href="${EVIL}"><link rel="dns-prefetch" href="${EVIL}"><link rel="prefetch" href="${EVIL}/p">
<object data="${EVIL}/o"></object><video src="${EVIL}/v" poster="${EVIL}/v.png"></video><p>Read me</p>
<style>@import "${EVIL}/i.css"; p { background: url(${EVIL}/b.png) }</style><a href="${EVIL}/a" ping="${EVIL}/ping">away</a>
<form action="${EVIL}/f" method="post"><button>send</button></form></body></html>`

/** A PDF that opens a web page, runs a script and sends a form when it is opened. */
const HOSTILE_PDF = pdfOf(['Read me'])
  .toString('latin1')
  .replace(
    '/Type /Catalog',
    `/Type /Catalog /OpenAction << /S /JavaScript /JS (app.launchURL("${EVIL}", true); app.alert(1)) /Next << /S /URI /URI (${EVIL}) >> >>`,
  )

/** A font whose matrix old versions of pdf.js ran as code (CVE-2024-4367). */
const FONT_PDF = pdfOf(['Read me'])
  .toString('latin1')
  .replace('/BaseFont', `/FontMatrix [1 2 3 4 5 (1\\); ${XSS_PAYLOAD.replaceAll(/[()]/g, '\\$&')}//)] /BaseFont`)

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10"
 onload="${BREAK_OUT.replaceAll("'", '&apos;')}"><script>${BREAK_OUT}</script><image href="${EVIL}/x.png"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${EVIL}"/></foreignObject>
<a xlink:href="javascript:alert(4)"><rect width="10" height="10"/></a><style>@import "${EVIL}/s.css";</style></svg>`

/** Nested entities that would expand to a gigabyte. */
const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 8 }, (_, at) => {
  const before = String.fromCharCode(97 + at)
  return `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${before};`.repeat(10)}">`
}).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`

const MARKUP = `<img src=x onerror="${BREAK_OUT}">`

interface Hostile {
  name: string
  type: string
  content: string
  /** The content that must be visible instead of the attack's effect. */
  shown: (page: Page) => Promise<unknown>
}

const byText = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()

const FILES: Hostile[] = [
  {
    name: 'figure.plotly.json',
    type: 'application/vnd.plotly.v1+json',
    content: JSON.stringify(FIGURE),
    shown: async (page) => {
      const frame = page.frameLocator('iframe')
      await frame.locator('.main-svg').first().waitFor()
      expect(await frame.locator('image').count()).toBe(0)
      const box = await frame.locator('.main-svg').first().boundingBox()
      expect(box?.width).toBeLessThan(2000)
      await frame.getByText('more', { exact: true }).click()
      for (const link of await frame.locator('a').all()) await link.dispatchEvent('click')
    },
  },
  {
    name: 'no-figure.plotly.json',
    type: 'application/vnd.plotly.v1+json',
    content: '{"data": "no", "layout": 7}',
    shown: (page) => page.frameLocator('iframe').getByText('This file does not contain a figure').waitFor(),
  },
  {
    name: 'page.html',
    type: 'text/html',
    content: PAGE,
    shown: async (page) => {
      const frame = page.frameLocator('iframe')
      await frame.getByText('Read me').waitFor()
      await frame.getByRole('button', { name: 'send' }).click({ noWaitAfter: true })
      await frame.getByRole('link', { name: 'away' }).click({ noWaitAfter: true })
    },
  },
  {
    name: 'open-action.pdf',
    type: 'application/pdf',
    content: HOSTILE_PDF,
    shown: (page) => page.frameLocator('iframe').getByText('Read me').waitFor(),
  },
  {
    name: 'font.pdf',
    type: 'application/pdf',
    content: FONT_PDF,
    shown: (page) => page.frameLocator('iframe').getByText('Read me').waitFor(),
  },
  {
    name: 'readme.md',
    type: 'text/markdown',
    content: `Read me ${MARKUP} [x](javascript:${encodeURIComponent(BREAK_OUT)}) ![x](${EVIL}/x.png)\n\n<iframe src="${EVIL}"></iframe>\n\n<script>${BREAK_OUT}</script>\n\n${FORMULAS}\n`,
    shown: async (page) => {
      await page.getByText(/Read me <img src=x/).waitFor()
      await page.locator('math').first().waitFor()
      expect(
        await page
          .getByRole('region', { name: /^Document/ })
          .locator('img, iframe, script, a, math [href], math [style*=url], math [class]')
          .count(),
      ).toBe(0)
    },
  },
  {
    name: 'cells.ipynb',
    type: 'application/x-ipynb+json',
    content: JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [
        { cell_type: 'markdown', source: `Read me ${MARKUP}` },
        {
          cell_type: 'code',
          source: BREAK_OUT,
          outputs: [
            { output_type: 'display_data', data: { 'application/javascript': BREAK_OUT } },
            {
              output_type: 'display_data',
              data: { 'text/html': `<table><tr><td>${MARKUP}<script>${BREAK_OUT}</script>cell</table>` },
            },
            { output_type: 'display_data', data: { 'image/svg+xml': DRAWING } },
            { output_type: 'execute_result', data: { 'text/latex': FORMULAS } },
            { output_type: 'display_data', data: { 'image/png': `x" onerror="${BREAK_OUT}` } },
          ],
        },
      ],
    }),
    shown: byText('Output of type application/javascript is not shown.'),
  },
  {
    name: 'places.geojson',
    type: 'application/geo+json',
    content: JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { [MARKUP]: MARKUP }, geometry: { type: 'Point', coordinates: [7, 50] } },
      ],
    }),
    shown: byText('1 feature'),
  },
  { name: 'drawing.svg', type: 'image/svg+xml', content: DRAWING, shown: byText('10 × 10 pixels') },
  { name: 'bomb.svg', type: 'image/svg+xml', content: BOMB, shown: byText('This image could not be displayed') },
  {
    name: 'tree.json',
    type: 'application/json',
    content: JSON.stringify({ [MARKUP]: MARKUP, link: `javascript:${BREAK_OUT}` }),
    shown: (page) => page.getByRole('treeitem', { name: /<img src=x/ }).waitFor(),
  },
  {
    name: 'table.csv',
    type: 'text/csv',
    content: `a,b\n"${MARKUP.replaceAll('"', '""')}",=cmd|calc\n"<script>alert(1)</script>",javascript:alert(1)\n`,
    shown: (page) => page.getByRole('cell', { name: '<script>alert(1)</script>' }).waitFor(),
  },
  {
    name: 'entity.xml',
    type: 'application/xml',
    content: `<?xml-stylesheet href="${EVIL}/x.xsl"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`,
    shown: byText(/xml-stylesheet/),
  },
]

describe('a hostile file', () => {
  it('sec/I2 sec/I3 sec/I4 sec/I5 sec/I6 sec/I7 is shown as plain content without its attack having any effect', async () => {
    const page = await openPage('/')
    const happened: string[] = []
    page.context().on('page', (opened) => happened.push(`opened ${opened.url()}`))
    page.on('dialog', (dialog) => {
      happened.push(`said ${dialog.message()}`)
      void dialog.dismiss()
    })
    await signUpByPage(page)
    const leaks = await watchForLeaks(page)

    for (const { name, type, content, shown } of FILES) {
      const address = await uploadAs(page, name, content, type)
      const code = Buffer.from(new URL(address).pathname).toString('base64url')
      await page.goto(`/workdata/explorer/${code}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await shown(page)
      await expect.poll(() => page.title(), { message: name }).toContain(name)
      expect(page.url(), name).toContain(code)
      expect(await leaks(), name).toEqual([])
    }
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'drawing.svg' }).waitFor()
    await page.waitForLoadState('networkidle')

    expect(reached).toEqual([])
    expect(happened).toEqual([])
    const outside = page.frames().filter((frame) => frame.url().startsWith(EVIL))
    expect(outside).toEqual([])
    expect(await leaks()).toEqual([])
    // In the page itself, the same script reaches everything, and all of it is reported.
    await page.evaluate(XSS_PAYLOAD)
    const all = ['the API', 'cookies', 'storage', 'the page', 'a message']
    await expect.poll(leaks).toEqual(all)
    await page.evaluate("document.cookie = 'stolen=; max-age=0'; localStorage.removeItem('stolen')")
    // Links in a figure must not open anything, even when the user clicks them. Chromium logs what it blocks, and the
    // server refuses an SVG with a million entities.
    allowConsoleErrors(
      /status of 422 .*Inline|'allow-popups' permission is not set|Content Security Policy|sandboxed|^Framing|ERR_INVALID_URL data:image/,
    )
  })
})
