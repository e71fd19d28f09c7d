import { zipOf } from '@millrace/contracts/testing/zip-files'
import { firstOf } from '@millrace/tables/testing/long'
import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { figureTooLarge, imageNotShown } from '../apps/web/src/features/previews/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAndOpen } from './files.ts'
import { pngOf } from './png-files.ts'
import { pdfOf } from './preview-samples.ts'

interface Large {
  name: string
  type: string
  content: string | Buffer
  /** Waits for what is shown of the file, or for the reason why it is not shown. */
  shown: (page: Page) => Promise<unknown>
}

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`
const group = (id: string, of: string) => `<g id="${id}">${`<use href="#${of}"/>`.repeat(10)}</g>`
const COPIES = [...'bcdefghij'].map((id, at) => group(id, 'abcdefghi'[at] ?? '')).join('')

const figure = (data: string) => `{"data": ${data}, "layout": {"title": {"text": "Levels"}}}`
/** Ten million numbers in 13 MB. */
const PACKED = figure(`[{"type": "scatter", "y": {"dtype": "i1", "bdata": "${'A'.repeat(13_333_336)}"}}]`)
const MARKS = figure(`[{"type": "scattergl", "mode": "markers", "y": [${'1,'.repeat(400_000)}1]}]`)

const PDF = pdfOf(['Read me']).toString('latin1')
/** A PDF form that draws itself. */
const FORM = `9 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 9 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream\nendobj\n`

/** PDF forms, each of which draws the next one ten times. */
const FORMS = Array.from({ length: 11 }, (_, at) => {
  const draws = at < 10 ? '/X Do\n'.repeat(10) : '0 0 1 1 re f'
  const next = at < 10 ? `/Resources << /XObject << /X ${10 + at} 0 R >> >>` : ''
  return `${9 + at} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next} /Length ${draws.length} >>\nstream\n${draws}\nendstream\nendobj\n`
}).join('')

const inFrame = (text: string | RegExp) => (page: Page) => page.frameLocator('iframe').getByText(text).first().waitFor()
const isNotShown = (page: Page) => page.getByText(imageNotShown).waitFor()
const readable = inFrame('Read me')

/** The first five files are of different types, because the short run opens only these. */
const FILES: Large[] = [
  { name: 'flood.png', type: 'image/png', content: pngOf(30_000, 30_000), shown: isNotShown },
  { name: 'nodes.svg', type: 'image/svg+xml', content: svg('<g/>'.repeat(1_000_000)), shown: isNotShown },
  {
    name: 'marks.plotly.json',
    type: 'application/vnd.plotly.v1+json',
    content: MARKS,
    shown: inFrame('This figure has 400,001 marks; up to 100,000 can be drawn.'),
  },
  {
    name: 'page-loop.pdf',
    type: 'application/pdf',
    content: Buffer.from(PDF.replace('/Kids [4 0 R]', '/Kids [2 0 R 4 0 R]'), 'latin1'),
    shown: inFrame(/Read me|can’t be (drawn|read)/),
  },
  {
    name: 'many.zip',
    type: 'application/zip',
    content: zipOf(Array.from({ length: 70_000 }, (_, at) => ({ name: `${at}.txt` }))),
    shown: (page) => page.getByText('The first 5,000 entries are listed.').waitFor(),
  },
  {
    name: 'copies.svg',
    type: 'image/svg+xml',
    content: svg(`<rect id="a"/>${COPIES}<use href="#j"/>`),
    shown: isNotShown,
  },
  {
    name: 'packed.plotly.json',
    type: 'application/vnd.plotly.v1+json',
    content: PACKED,
    shown: inFrame('This figure has 10,000,002 points; up to 3,000,000 can be drawn.'),
  },
  {
    name: 'long.plotly.json',
    type: 'application/vnd.plotly.v1+json',
    content: figure(`[{"y": [${'1,'.repeat(10_000_000)}1]}]`),
    shown: (page) => page.getByText(figureTooLarge).waitFor(),
  },
  {
    name: 'form-loop.pdf',
    type: 'application/pdf',
    content: Buffer.from(
      PDF.replace('/Font <<', '/XObject << /X 9 0 R >> /Font <<')
        .replace('(Read me) Tj ET', '(Read me) Tj ET /X Do')
        .replace('xref', `${FORM}xref`),
      'latin1',
    ),
    shown: readable,
  },
  {
    name: 'table-loop.pdf',
    type: 'application/pdf',
    content: Buffer.from(PDF.replace(/(\/Root 1 0 R)([\s\S]*startxref\n)(\d+)/, '$1 /Prev $3$2$3'), 'latin1'),
    shown: readable,
  },
  {
    name: 'many-pages.pdf',
    type: 'application/pdf',
    content: Buffer.from(PDF.replace('/Count 1', '/Count 100000000'), 'latin1'),
    shown: readable,
  },
  {
    name: 'nested-forms.pdf',
    type: 'application/pdf',
    content: Buffer.from(
      PDF.replace('/Font <<', '/XObject << /X 9 0 R >> /Font <<')
        .replace('(Read me) Tj ET', '(Read me) Tj ET /X Do')
        .replace('xref', `${FORMS}xref`),
      'latin1',
    ),
    shown: inFrame('This page has too much content to draw it here.'),
  },
]

describe('FLT22 FLT24 a file with more than a browser can show', () => {
  it.each(firstOf(5, FILES))(
    'is shown in part or refused with a sentence: $name',
    async ({ name, type, content, shown }) => {
      const page = await asNewUser()

      await uploadAndOpen(page, name, content, type)

      await shown(page)
      allowConsoleErrors(/preview-failed|400 \(|422 \(/)
      await expectAccessible(page)
      // The page still responds.
      await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
      await page.waitForURL('**/jobs')
    },
  )
})
