import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatXml } from './format-xml.ts'

describe('formatXml', () => {
  it('writes one element per line, and leaves those with text unchanged', () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "<b>">]><a n="1 > 0"><b/><c><d>Köln  &x;</d><e></e></c><!-- <f> --><p>one <i>two</i>\n three</p><q><![CDATA[ <r> ]]></q></a>'

    expect(formatXml(xml)).toBe(
      [
        '<?xml version="1.0"?>',
        '<!DOCTYPE a [<!ENTITY x "<b>">]>',
        '<a n="1 > 0">',
        '  <b/>',
        '  <c>',
        '    <d>Köln  &x;</d>',
        '    <e></e>',
        '  </c>',
        '  <!-- <f> -->',
        '  <p>one <i>two</i>\n three</p>',
        '  <q><![CDATA[ <r> ]]></q>',
        '</a>',
        '',
      ].join('\n'),
    )
  })

  it('leaves text with unmatched tags unchanged, unless it is truncated', () => {
    for (const xml of ['<a><b></a>', '<a>', '</a>', '<a b="', '<!-- ', '<a></b>'])
      expect(formatXml(xml), xml).toBeUndefined()
    expect(formatXml('<a><b>1</b><c n="', { isCut: true })).toBe('<a>\n  <b>1</b>\n  <c n="\n')
    expect(formatXml('<a><b></a>', { isCut: true })).toBeUndefined()
  })

  it('indents later parts of a text like the first part', () => {
    const part = (text: string, isCut = false) => formatXml(text, { isCut, isContinued: true })

    expect(part('="1"/><d>2</d></c><c><d>3</d></c></b></a>')).toBe(
      '      ="1"/>\n      <d>2</d>\n    </c>\n    <c>\n      <d>3</d>\n    </c>\n  </b>\n</a>\n',
    )
    expect(part('<d>2</d><c><d>3</d><d n="', true)).toBe('<d>2</d>\n<c>\n  <d>3</d>\n  <d n="\n')
    expect(part('<c><d></c>')).toBeUndefined()
  })

  it('changes nothing but white space, whatever the text', () => {
    const part = fc.constantFrom('<a>', '</a>', '<b/>', '<![CDATA[', ']]>', '<!--', '-->', '"', "'", ' ', 'x', '>', '[')

    fc.assert(
      fc.property(fc.array(part), fc.boolean(), fc.boolean(), (parts, isCut, isContinued) => {
        const text = parts.join('')
        const bare = (one: string) => one.replaceAll(/\s/g, '')
        expect(bare(formatXml(text, { isCut, isContinued }) ?? text)).toBe(bare(text))
      }),
    )
  })

  it('copes with deep nesting and unclosed markup', () => {
    const deep = '<a>'.repeat(140_000)

    expect(formatXml(deep + '</a>'.repeat(140_000))?.length).toBeLessThan(13_000_000)
    expect(formatXml('<!--'.repeat(250_000))).toBeUndefined()
    expect(formatXml('<a "'.repeat(250_000))).toBeUndefined()
  })
})
