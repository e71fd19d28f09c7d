import type { MentionedPerson } from '@millrace/contracts/comments'

/** The text after an `@` that the caret is in, and where the `@` is. Email addresses do not count. */
export function mentionBefore(text: string, caret: number): { find: string; start: number } | undefined {
  const found = /(?:^|[\s(])@([^\s@](?:[^\n@]{0,39}))?$/u.exec(text.slice(0, caret))
  return found ? { find: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 } : undefined
}

/** The ids of the people whom the text still mentions. */
export function mentionedIn(text: string, people: readonly MentionedPerson[]): string[] {
  return [...new Set(people.filter(({ Name }) => text.includes(`@${Name}`)).map(({ UserId }) => UserId))]
}

/** A piece of a comment that is drawn as plain text, as a link, or as the name of a member. */
export interface TextPart {
  kind: 'text' | 'link' | 'mention'
  text: string
  /** Where it ends in the whole text. */
  end: number
}

const LINK = String.raw`https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]']`

/** Splits a comment into text, links and mentions. Only http and https become links. */
export function partsOf(text: string, people: readonly MentionedPerson[]): TextPart[] {
  const names = people.map(({ Name }) => `@${Name}`).toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(
    `(${[LINK, ...names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))].join('|')})`,
    'gu',
  )
  let at = 0
  return text.split(pattern).flatMap((part, index) => {
    const kind = index % 2 === 0 ? 'text' : part.startsWith('@') ? 'mention' : 'link'
    at += part.length
    return part === '' ? [] : [{ kind, text: part, end: at } satisfies TextPart]
  })
}
