import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { testFile } from '#testing/preview-files.ts'
import { decompressedDrawing, pictureSize, requireShowable } from './picture-size.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

function jpeg(width: number, height: number): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 40]), Buffer.alloc(38)])
  const frame = Buffer.alloc(20)
  frame.writeUInt16BE(0xffc2, 0)
  frame.writeUInt16BE(17, 2)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame])
}

/** Returns the header of a BMP. The negative height means that the top row comes first. */
function bmp(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('BM', 0, 'latin1')
  head.writeInt32LE(width, 18)
  head.writeInt32LE(-height, 22)
  return head
}

function gif(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('GIF89a', 0, 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return head
}

function webp(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('RIFF    WEBPVP8X', 0, 'latin1')
  head.writeUIntLE(width - 1, 24, 3)
  head.writeUIntLE(height - 1, 27, 3)
  return head
}

describe('pictureSize', () => {
  it.each([
    ['PNG', png(640, 480)],
    ['JPEG after a comment', jpeg(640, 480)],
    ['GIF', gif(640, 480)],
    ['BMP', bmp(640, 480)],
    ['WebP', webp(640, 480)],
  ])('reads the header of a %s', (_, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 640, height: 480 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('this is no picture at all, only some words')],
    ['a truncated JPEG', jpeg(640, 480).subarray(0, 30)],
  ])('returns no size for %s', (_, bytes) => {
    expect(pictureSize(bytes)).toBeUndefined()
  })
})

describe('requireShowable', () => {
  it.each([
    ['photo.png', png],
    ['photo.jpg', jpeg],
    ['photo.gif', gif],
    ['photo.bmp', bmp],
    ['photo.webp', webp],
  ])('FLT24 sec/J8 accepts a large photograph and refuses an excessive number of pixels: %s', async (name, picture) => {
    await requireShowable(testFile(folder, name, picture(8000, 6000)))

    await expect(requireShowable(testFile(folder, name, picture(30_000, 30_000)))).rejects.toThrow(
      'This image has 30,000 × 30,000 pixels, too many to show here.',
    )
  })

  it('FLT24 sec/J8 returns a compressed drawing unless it is large, complex or damaged', async () => {
    const gzipped = (name: string, svg: string) => testFile(folder, name, gzipSync(svg))
    const damaged = testFile(folder, 'cut.svgz', gzipSync('<svg/>').subarray(0, 12))

    expect(String(await decompressedDrawing(gzipped('small.svgz', '<svg/>')))).toBe('<svg/>')
    await expect(decompressedDrawing(gzipped('bomb.svgz', ' '.repeat(50_000_000)))).rejects.toThrow('too large to show')
    await expect(decompressedDrawing(gzipped('many.svgz', `<svg>${'<g/>'.repeat(300_001)}</svg>`))).rejects.toThrow(
      'This drawing has more than 300,000 elements',
    )
    await expect(decompressedDrawing(damaged)).rejects.toThrow('The gzip file is corrupt or truncated.')
  })

  it('FLT24 sec/J8 refuses a large drawing', async () => {
    const file = { ...testFile(folder, 'drawing.svg', '<svg/>'), sizeInBytes: 80_000_000 }

    await expect(requireShowable(file)).rejects.toThrow('too large to show')
  })

  const use = (id: string) => `<use href="#${id}"/>`
  const fill = (id: string) => `<rect fill="url(#${id})"/>`
  /** Builds groups, each with ten copies of the previous group. */
  const nested = (copy: (id: string) => string) =>
    [...'bcdefgh'].map((id, at) => `<g id="${id}">${copy('abcdefg'[at] ?? '').repeat(10)}</g>`).join('')

  it.each([
    ['a million elements in 4 MB', '<g/>'.repeat(1e6)],
    ['a million elements in groups of groups', `<rect id="a"/>${nested(use)}${use('h')}`],
    ['the same with another group of the same name', `<rect id="a"/>${nested(use)}${use('h')}<g id="h"/>`],
    ['patterns of patterns', `<rect id="a"/>${nested(fill)}${fill('h')}`],
    ['references written with codes', `<rect id="a"/>${nested((id) => `<use href="&#35;${id}"/>`)}${use('h')}`],
    [
      'references of other elements in a value',
      `<rect id="a"/>${nested((id) => `<use t=' id="z"' href="#${id}"/>`)}${use('h')}`,
    ],
    [
      'percent-encoded references',
      `<rect id="a"/>${nested((id) => `<use href="#%${id.charCodeAt(0).toString(16)}"/>`)}${use('h')}`,
    ],
    ['masks of masks', `<rect id="a"/>${nested((id) => `<g style="mask:URL( '#${id}')"/>`)}${fill('h')}`],
    ['animated references', `<rect id="a"/>${nested((id) => `<set attributeName="href" to="#${id}"/>`)}${use('h')}`],
    [
      'style rules for masks of masks',
      `<rect id="a"/>${nested((id) => `<g class="x ${id}"/>`)}<g class="h"/><style>${[...'abcdefgh'].map((id) => `g.x, .${id}{mask:url(#${id})}`).join(' ')}</style>`,
    ],
    [
      'style rules for all elements',
      `<style>/* { */ *{mask:u\\72l(#m)}</style><mask id="m">${'<i/>'.repeat(1000)}</mask>`,
    ],
  ])('FLT24 sec/J8 refuses a drawing with %s', async (name, content) => {
    const file = testFile(folder, `${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)

    await expect(requireShowable(file)).rejects.toThrow(
      'This drawing has more than 300,000 elements, too many to show here. Download it to view it.',
    )
  })

  it.each(['utf16le', 'utf16be'])('FLT24 sec/J8 refuses a million elements in %s', async (encoding) => {
    const bytes = Buffer.from(`\ufeff<svg><rect id="a"/>${nested(use)}${use('h')}</svg>`, 'utf16le')
    const file = testFile(folder, `${encoding}.svg`, encoding === 'utf16le' ? bytes : bytes.swap16())

    await expect(requireShowable(file)).rejects.toThrow('This drawing has more than 300,000 elements')
  })

  it.each([
    [
      'a long chain of copies',
      Array.from({ length: 1000 }, (_, n) => `<g id="n${n}"><use href="#n${n + 1}"/></g>`).join(''),
    ],
    [
      'many groups inside each other',
      Array.from({ length: 40_000 }, (_, n) => `<g id="n${n}"><use href="#n${n * 7}"/>`).join(''),
    ],
    ['rules that multiply', `<style>${'.a,'.repeat(500_000)}.b{${'mask:url(#m);'.repeat(100_000)}}</style>`],
    ['many rules for all elements', `<style>${'*{mask:url(#m)}'.repeat(200_000)}</style>${'<g/>'.repeat(90_000)}`],
    ['an imported style', '<style>@import "data:text/css,*{mask:url(%23m)}";</style>'],
  ])('FLT24 sec/J8 refuses a drawing with %s', async (name, content) => {
    const file = testFile(folder, `${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)

    await expect(requireShowable(file)).rejects.toThrow(
      'This drawing is too complex to show here. Download it to view it.',
    )
  })

  it.each([
    ['elements in entities', '<!ENTITY e "<g/>">'],
    ['references in default values', '<!ATTLIST use href CDATA "#a">'],
  ])('FLT24 sec/J8 refuses a drawing with %s', async (name, declaration) => {
    const file = testFile(folder, `${name}.svg`, `<!DOCTYPE svg [${declaration}]><svg/>`)

    await expect(requireShowable(file)).rejects.toThrow('This drawing is too complex to show here.')
  })

  it('FLT24 sec/J8 follows references in entities', async () => {
    const declarations = `<!-- ' --><!ENTITY ns "http://www.w3.org/2000/svg">${[...'abcdefgh'].map((id) => `<!ENTITY ${id} "#${id}">`).join('')}`
    const content = `<rect id="a"/>${nested((id) => `<use href="&${id};"/>`)}<use href="&h;"/>`
    const file = (name: string, body: string) =>
      testFile(folder, name, `<!DOCTYPE svg [${declarations}]><svg xmlns="&ns;">${body}</svg>`)

    await requireShowable(file('few.svg', '<rect id="a"/><use href="&a;"/>'))
    await expect(requireShowable(file('entities.svg', content))).rejects.toThrow('more than 300,000 elements')
  })

  const flood = png(30_000, 30_000).toString('base64')
  const inside = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

  it.each([
    ['an image', `<image href="data:image/png;base64,${flood}"/>`],
    [
      'ten images',
      [0, 1, 2, 3, 4]
        .map((at) => `<image xlink:href="data:;base64,${png(6000, 4000 + at).toString('base64')}"/>`)
        .join(''),
    ],
    ['an escaped image', `<image href="data:image/png;base64,${encodeURIComponent(flood)}"/>`],
    ['an image written with codes', `<image href="d&#97;ta:image/png;base64,${flood}"/>`],
    ['a background', `<style>p{background:url("d\\61 ta:image/png;base64,${flood}")}</style><p/>`],
    ['an image in a drawing', `<image href="${inside(`<svg><image href='data:;base64,${flood}'/></svg>`)}"/>`],
  ])('FLT24 sec/J8 refuses a drawing with too many pixels in %s', async (name, content) => {
    const file = testFile(folder, `pixels-${name}.svg`, `<svg>${content}</svg>`)

    await expect(requireShowable(file)).rejects.toThrow(
      'The images in this drawing have more than 100 million pixels, too many to show here. Download it to view it.',
    )
  })

  it('FLT24 sec/J8 counts the elements of a drawing inside another drawing', async () => {
    const many = `<svg><rect id="a"/>${nested(use)}${use('h')}</svg>`
    const refused = [inside(many), `data:image/svg+xml,${encodeURIComponent(many)}`]

    for (const [at, uri] of refused.entries()) {
      const file = testFile(folder, `inside-${at}.svg`, `<svg><image href="${uri}"/></svg>`)
      await expect(requireShowable(file)).rejects.toThrow('This drawing has more than 300,000 elements')
    }
  })

  it.each([
    [
      'a photograph shown often and a font',
      `${`<image href="data:image/jpeg;base64,${jpeg(8000, 6000).toString('base64')}"/>`.repeat(10)}<style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style>`,
    ],
    [
      'a scatter plot',
      `<path id="m" d="M0"/>${'<g clip-path="url(#c)"><use xlink:href="#m" x="1"/></g>'.repeat(40_000)}<clipPath id="c"><rect/></clipPath>`,
    ],
    ['a style sheet from elsewhere', '<style>@import "http://127.0.0.1:9/s.css";</style>'],
    ['a loop', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    [
      'text that looks like elements',
      `<!-- ${'<g/>'.repeat(400_000)} --><style><![CDATA[ ${'<g/>'.repeat(400_000)} ]]></style>`,
    ],
    [
      'many links to a layer',
      `<g id="l">${'<a xlink:href="#l"><path/></a>'.repeat(10_000)}</g><a href="#l"/><a href="#l"/>`,
    ],
    [
      'gradients in classes',
      `<style>.a,.b{fill:url(#g)}</style><linearGradient id="g"><stop/></linearGradient>${'<path class="a"/>'.repeat(90_000)}`,
    ],
    ['a tag that never ends', `<g title="${'>'.repeat(400_000)}`],
  ])('accepts a drawing with %s', async (name, content) => {
    await requireShowable(testFile(folder, `${name}.svg`, `<svg>${content}</svg>`))
  })
})
