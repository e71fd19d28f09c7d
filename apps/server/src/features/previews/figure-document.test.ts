import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LIMITS } from '@millrace/contracts/limits'
import { afterAll, describe, expect, it } from 'vitest'
import { testFile } from '#testing/preview-files.ts'
import { figureDocument, figurePolicy } from './figure-document.ts'
import { previewPasses } from './preview-token.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPTS = ['https://millrace.example/assets/preview/plotly.js']
const COMPLETE = 'https://millrace.example/assets/preview/plotly-complete.js'
const FONT = 'https://millrace.example/assets/preview/font.woff2'
const render = (name: string, content: string) =>
  new Response(
    figureDocument(testFile(folder, name, content), {
      theme: 'dark',
      scripts: SCRIPTS,
      completeBuild: COMPLETE,
      font: FONT,
    }),
  ).text()
const embedded = (html: string) => /id="figure"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''

describe('a figure document', () => {
  it('sec/I6 contains the data of the figure unchanged, even if its text contains tags', async () => {
    const figure = { data: [], layout: { title: '</script><script>alert(1)</script><!-- <b>Köln 🌊</b>' } }

    const html = await render('tags.plotly.json', JSON.stringify(figure))

    expect(JSON.parse(embedded(html))).toEqual(figure)
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  it('preserves characters that are split between two reads', async () => {
    const figure = { data: [{ text: `<${'ö🌊'.repeat(50_000)}` }] }

    expect(JSON.parse(embedded(await render('long.plotly.json', JSON.stringify(figure))))).toEqual(figure)
  })

  it('sec/I8 escapes a hostile file name', async () => {
    const html = await render('a"><img src=x onerror=alert(1)>.plotly.json', '{}')

    expect(html).not.toContain('<img')
  })

  it('is refused for a figure that is too large to draw', () => {
    const file = { ...testFile(folder, 'huge.plotly.json', '{}'), sizeInBytes: LIMITS.previewFigureBytes + 1 }

    expect(() => figureDocument(file, { theme: 'light', scripts: [], completeBuild: COMPLETE, font: FONT })).toThrow(
      'too large to preview',
    )
  })

  it('sec/I3 may only load our scripts and font', () => {
    const policy = figurePolicy({ scripts: SCRIPTS, font: FONT, ancestors: 'https://millrace.example' })

    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).toContain(`font-src ${FONT};`)
    expect(policy).not.toMatch(/allow-same-origin|allow-popups|unsafe-eval|script-src [^;]*unsafe/)
  })
})

describe('a preview token', () => {
  let time = Date.UTC(2024, 0, 1)
  const passes = previewPasses({ secret: 'a secret of at least thirty-two characters', now: () => new Date(time) })
  const pass = { workDataId: 'w', credential: { kind: 'session', id: 's' } } as const

  it('is valid for a minute', () => {
    const token = passes.issue(pass)

    expect(passes.open(token)).toEqual(pass)
    time += 61_000
    expect(() => passes.open(token)).toThrow('This preview link has expired')
  })

  it.each([
    [
      'another session',
      (token: string) => `${Buffer.from(`w.session.other.${time + 9e6}`).toString('base64url')}.${token.split('.')[1]}`,
    ],
    ['no signature', (token: string) => token.split('.')[0] ?? ''],
    ['an empty signature', (token: string) => `${token.split('.')[0]}.`],
    ['nothing', () => ''],
  ])('is refused with %s', (_, forge) => {
    expect(() => passes.open(forge(passes.issue(pass)))).toThrow('This preview link has expired')
  })

  it('of another server is refused', () => {
    const other = previewPasses({ secret: 'another secret of thirty-two characters.', now: () => new Date(time) })

    expect(() => passes.open(other.issue(pass))).toThrow('This preview link has expired')
  })
})
