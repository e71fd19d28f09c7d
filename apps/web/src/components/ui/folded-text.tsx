import { useState } from 'react'
import { MarkedText } from '#lib/marked-text.tsx'
import * as texts from './texts.ts'

const FOLDED_LINES = 6
/** The approximate length of six lines. */
const FOLDED_CHARACTERS = 500

/** Shows the start of a long text, and the rest on demand. */
export function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > FOLDED_CHARACTERS || text.split('\n').length > FOLDED_LINES
  return (
    <>
      <p className={isLong && !isOpen ? 'line-clamp-6 whitespace-pre-line' : 'whitespace-pre-line'}>
        <MarkedText text={text} />
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 rounded-sm text-xs font-medium text-accent hover:underline"
        >
          {isOpen ? texts.showLess : texts.showAll}
        </button>
      ) : null}
    </>
  )
}
