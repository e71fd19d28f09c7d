import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatXml } from './format-xml.ts'

describe('formatXml', () => {
  it('writes one element per line, and keeps those with text as they are', () => {
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

  it('leaves text alone whose tags do not match, unless it is cut', () => {
    for (const xml of ['<a><b></a>', '<a>', '</a>', '<a b="', '<!-- ', '<a></b>'])
      expect(formatXml(xml), xml).toBeUndefined()
    expect(formatXml('<a><b>1</b><c n="', true)).toBe('<a>\n  <b>1</b>\n  <c n="\n')
    expect(formatXml('<a><b></a>', true)).toBeUndefined()
  })

  it('changes nothing but spaces, whatever the text', () => {
    const part = fc.constantFrom('<a>', '</a>', '<b/>', '<![CDATA[', ']]>', '<!--', '-->', '"', "'", ' ', 'x', '>', '[')

    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, isCut) => {
        const text = parts.join('')
        const bare = (one: string) => one.replaceAll(/\s/g, '')
        expect(bare(formatXml(text, isCut) ?? text)).toBe(bare(text))
      }),
    )
  })

  it('is done with deep nesting and marks without an end', () => {
    const deep = '<a>'.repeat(140_000)

    expect(formatXml(deep + '</a>'.repeat(140_000))?.length).toBeLessThan(13_000_000)
    expect(formatXml('<!--'.repeat(250_000))).toBeUndefined()
    expect(formatXml('<a "'.repeat(250_000))).toBeUndefined()
  })
})
