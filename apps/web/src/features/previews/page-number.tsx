import { useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { formatCount } from '#lib/format.ts'
import * as texts from './texts.ts'

interface PageNumberProps {
  /** 1-based. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The current page number as a field. Enter goes to the entered page. */
export function PageNumber({ page, pages, onPage }: PageNumberProps) {
  const [text, setText] = useState(String(page))
  return (
    <form
      className="flex items-center gap-1.5 px-1 text-xs whitespace-nowrap text-ink-2"
      onSubmit={(event) => {
        event.preventDefault()
        onPage(Math.min(pages, Math.max(1, Math.round(Number(text) || page))))
      }}
    >
      <Input
        inputSize="sm"
        inputMode="numeric"
        aria-label={texts.page}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-12!"
      />
      of {formatCount(pages)}
    </form>
  )
}
