import { describe, expect, it } from 'vitest'
import { mentionBefore, mentionedIn, partsOf } from './mentions.ts'

const mara = { UserId: '1', Name: 'Mara' }
const maraLind = { UserId: '2', Name: 'Mara Lind' }
const odd = { UserId: '3', Name: 'A.*(b)' }

describe('a mention that is being typed', () => {
  it.each([
    ['@', { find: '', start: 0 }],
    ['Hello @ma', { find: 'ma', start: 6 }],
    ['Hello @Mara Li', { find: 'Mara Li', start: 6 }],
    ['(@b', { find: 'b', start: 1 }],
  ])('is found in %j', (text, found) => {
    expect(mentionBefore(text, text.length)).toEqual(found)
  })

  it.each(['', 'mara@example.org', '@ later', '@Mara\nnext', `@${'x'.repeat(41)}`])('is not found in %j', (text) => {
    expect(mentionBefore(text, text.length)).toBeUndefined()
  })

  it('ends at the caret', () => {
    expect(mentionBefore('@Mara later', 3)).toEqual({ find: 'Ma', start: 0 })
  })
})

describe('a written comment', () => {
  it('mentions people whose name is still in it', () => {
    expect(mentionedIn('@Mara Lind, please', [mara, maraLind, odd])).toEqual(['1', '2'])
    expect(mentionedIn('nobody', [mara])).toEqual([])
  })

  it('has its links and mentions, the longest name first', () => {
    const text = 'See https://example.org/a?b=1. Ask @Mara Lind or @A.*(b) (https://x.example)'

    const parts = partsOf(text, [mara, maraLind, odd])

    expect(parts.filter(({ kind }) => kind !== 'text')).toMatchObject([
      { kind: 'link', text: 'https://example.org/a?b=1' },
      { kind: 'mention', text: '@Mara Lind' },
      { kind: 'mention', text: '@A.*(b)' },
      { kind: 'link', text: 'https://x.example' },
    ])
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })

  it('does not link other protocols', () => {
    expect(partsOf('javascript:alert(1) ftp://x', [])).toMatchObject([
      { kind: 'text', text: 'javascript:alert(1) ftp://x' },
    ])
  })
})
