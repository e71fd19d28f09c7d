import type { Token } from 'marked'
import { describe, expect, it } from 'vitest'
import type { FormulaToken } from './formula-tokens.ts'
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

  it('of one text do not depend on the previous text', () => {
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

describe('the formulas of a Markdown text', () => {
  const formulas = (text: string) => {
    const found: [source: string, isBlock: boolean][] = []
    const walk = (tokens: readonly Token[]) => {
      for (const token of tokens) {
        if (token.type === 'formula') found.push([(token as FormulaToken).source, (token as FormulaToken).isBlock])
        if ('tokens' in token) walk(token.tokens ?? [])
        if ('items' in token) walk(token.items as Token[])
      }
    }
    walk(markdownTokens(text)?.blocks ?? [])
    return found
  }

  it.each<[string, [string, boolean][]]>([
    ['The area is $\\pi r^2$.', [['\\pi r^2', false]]],
    [
      '$a_1$ and *$b_2$*',
      [
        ['a_1', false],
        ['b_2', false],
      ],
    ],
    ['- item $x$', [['x', false]]],
    ['Before $$x + y$$ after', [['x + y', true]]],
    ['Text\n\n$$\nE = mc^2\n$$\n\nMore', [['\nE = mc^2\n', true]]],
    ['\\begin{align}\na &= b\n\\end{align}\n', [['\\begin{align}\na &= b\n\\end{align}', true]]],
    [
      '$\\{a, b\\}$ and $5\\$$',
      [
        ['\\{a, b\\}', false],
        ['5\\$', false],
      ],
    ],
  ])('are found in %j', (text, found) => {
    expect(formulas(text)).toEqual(found)
  })

  it.each([
    'It costs $5 and $10.',
    'One $ sign',
    '`$x$` is code',
    '```\n$x$\n```',
    '$ x $',
    `$${'x'.repeat(6000)}$`,
    '\\begin{align} without an end',
  ])('are not found in %j', (text) => {
    expect(formulas(text)).toEqual([])
  })

  it('are a thousand at most', () => {
    expect(formulas('$x$ '.repeat(3000))).toHaveLength(1000)
  })

  it('are found quickly in a text with many unclosed delimiters', () => {
    for (const part of ['\\begin{align}\n\n', '$x ', '$$\n', '$$x '])
      expect(formulas(part.repeat(100_000 / part.length)).length).toBeLessThanOrEqual(1000)
  })
})
