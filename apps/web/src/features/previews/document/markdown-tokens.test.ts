import { describe, expect, it } from 'vitest'
import { markdownTokens } from './markdown-tokens.ts'

describe('the parts of a Markdown text', () => {
  it('are its blocks and its footnotes, numbered in the order of the text', () => {
    const tokens = markdownTokens('Rain.[^late] Snow.[^1] Rain.[^late]\n\n[^1]: First.\n[^late]: Second\n    line.\n')

    expect(tokens?.blocks.map(({ type }) => type)).toEqual(['paragraph', 'space'])
    expect(tokens?.notes.map(({ label, refs }) => [label, refs.map(({ id, index }) => `${id}.${index}`)])).toEqual([
      ['late', ['1.0', '1.1']],
      ['1', ['2.0']],
    ])
  })

  it('of one text do not depend on the text before', () => {
    markdownTokens('A.[^1]\n\n[^1]: Note.\n')

    expect(markdownTokens('B.[^1]\n')).toMatchObject({ notes: [], blocks: [{ type: 'paragraph' }] })
  })

  it.each(['---\ntitle: Rain\n---\n# Rain\n', '---\r\ntitle: Rain\r\n---\r\n# Rain\r\n'])(
    'start with the settings of a document: %j',
    (text) => {
      expect(markdownTokens(text)).toMatchObject({ settings: 'title: Rain', blocks: [{ type: 'heading' }] })
    },
  )

  it('do not start with settings after a line', () => {
    expect(markdownTokens('---\n\nText\n')?.settings).toBeUndefined()
  })
})
