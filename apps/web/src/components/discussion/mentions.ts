import type { MentionedPerson } from '@millrace/contracts/comments'

/**
 * Returns the text between an `@` and the caret, and the position of that `@`. Ignores the `@` of email addresses.
 * Undefined if no `@` precedes the caret in the same line, or if the text between them is longer than 40 characters or
 * starts with a space.
 */
export function mentionBefore(text: string, caret: number): { find: string; start: number } | undefined {
  const found = /(?:^|[\s(])@([^\s@](?:[^\n@]{0,39}))?$/u.exec(text.slice(0, caret))
  return found ? { find: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 } : undefined
}

/** Returns the ids of the people whom the text still mentions. */
export function mentionedIn(text: string, people: readonly MentionedPerson[]): string[] {
  return [...new Set(people.filter(({ Name }) => text.includes(`@${Name}`)).map(({ UserId }) => UserId))]
}

/** A part of a comment that is shown as plain text, as a link, or as the name of a member. */
export interface TextPart {
  kind: 'text' | 'link' | 'mention'
  text: string
  /** The offset in the whole text at which this part ends. */
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
