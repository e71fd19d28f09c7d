import { type ReactNode, useEffect, useState } from 'react'
import type { lengthOf } from './audio/length.ts'
import { lengthUnknown } from './audio/texts.ts'
import * as texts from './texts.ts'

const SLOW_MS = 15_000

/** What is known of a recording besides its length, which the player shows. Until the length is known, says “Loading”. */
export function MediaFooter({ length, children }: { length: ReturnType<typeof lengthOf>; children?: ReactNode }) {
  const isLoaded = length !== undefined
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])
  if (isLoaded && length !== null && !children) return null
  return (
    <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
      {isLoaded ? children : null}
      <span role="status" className="ml-auto text-ink-3 first:ml-0">
        {isLoaded ? (length === null ? lengthUnknown : '') : isSlow ? texts.stillLoading : texts.loading}
      </span>
    </footer>
  )
}
