import { type ReactNode, useEffect, useState } from 'react'
import { type lengthOf, lengthWords } from './audio/length.ts'
import * as texts from './texts.ts'

const SLOW_MS = 15_000

/** How long a recording is, and what else is known of it. Until that is known, that it loads. */
export function MediaFooter({ length, children }: { length: ReturnType<typeof lengthOf>; children?: ReactNode }) {
  const isLoaded = length !== undefined
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])
  return (
    <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
      <span role="status">{!isLoaded && isSlow ? texts.stillLoading : lengthWords(length)}</span>
      <span className="ml-auto text-ink-3">{children}</span>
    </footer>
  )
}
