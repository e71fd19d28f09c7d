import { useEffect, useState } from 'react'
import type { lengthOf } from './audio/length.ts'
import { lengthUnknown } from './audio/texts.ts'
import * as texts from './texts.ts'

const SLOW_MS = 15_000

/** Says that a recording is loading, or that its length is unknown. Renders nothing once the length is known. */
export function MediaFooter({ length }: { length: ReturnType<typeof lengthOf> }) {
  const isLoaded = length !== undefined
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])
  if (isLoaded && length !== null) return null
  return (
    <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-3 phone:px-4">
      <span role="status">{isLoaded ? lengthUnknown : isSlow ? texts.stillLoading : texts.loading}</span>
    </footer>
  )
}
