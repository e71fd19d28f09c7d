import type { Footnote, FootnoteRef } from 'marked-footnote'
import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** Prefix of footnote ids, so that several documents on a page don't share ids. */
export const FootnotePrefix = createContext('')

export function FootnoteLink({ note: { id, index } }: { note: FootnoteRef }) {
  const prefix = use(FootnotePrefix)
  return (
    <sup>
      <a
        id={`${prefix}ref-${id}-${index}`}
        href={`#${prefix}note-${id}`}
        aria-label={fill(texts.footnote, id)}
        onClick={(event) => goTo(event, `${prefix}note-${id}`)}
        className="px-0.5 text-accent hover:underline"
      >
        {id}
      </a>
    </sup>
  )
}

export function Footnotes({ notes, render }: { notes: Footnote[]; render: (note: Footnote) => ReactNode }) {
  const prefix = use(FootnotePrefix)
  return (
    <section aria-label={texts.footnotes} className="mt-4 border-t border-line pt-4 text-sm">
      <ol className="grid list-decimal gap-2 pl-6">
        {notes.flatMap((note) => {
          const [ref] = note.refs
          if (!ref) return []
          return (
            <li
              key={ref.id}
              id={`${prefix}note-${ref.id}`}
              tabIndex={-1}
              value={Number(ref.id)}
              className="pl-1 [&>p:last-of-type]:inline"
            >
              {render(note)}
              <a
                href={`#${prefix}ref-${ref.id}-0`}
                aria-label={fill(texts.backToFootnote, ref.id)}
                onClick={(event) => goTo(event, `${prefix}ref-${ref.id}-0`)}
                className="ml-1.5 text-accent underline underline-offset-2"
              >
                ↩
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The URL stays the same, because the router would treat a new URL as another page. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault()
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
