import { useMemo, useState } from 'react'
import { LINE_SHOWN, linesOf } from './lines-of.ts'
import { type Hit, hitsIn } from './text-hits.ts'

/** The state of a search in a text. `find` changes the search term, and `step` goes to the next or previous hit. */
export interface TextFind {
  wanted: string
  hits: readonly Hit[]
  /** Whether some lines are too long to be searched completely. */
  isCut: boolean
  /** The index of the current hit, 0-based. */
  at: number
  find: (wanted: string) => void
  step: (by: 1 | -1) => void
}

/**
 * Searches the lines of a text, because the browser's search finds only the lines in view. After the last hit, the
 * search wraps around. `kept` is the state of the search term, if the caller keeps it.
 */
export function useTextFind(text: string, kept?: readonly [string, (wanted: string) => void]): TextFind {
  const own = useState('')
  const [wanted, setWanted] = kept ?? own
  const [at, setAt] = useState(0)
  const lines = useMemo(() => linesOf(text), [text])
  const hits = useMemo(
    () =>
      hitsIn(
        lines.map((line) => line.slice(0, LINE_SHOWN)),
        wanted,
      ),
    [lines, wanted],
  )
  return {
    wanted,
    hits,
    isCut: useMemo(() => lines.some((line) => line.length > LINE_SHOWN), [lines]),
    at,
    find(next) {
      setWanted(next)
      setAt(0)
    },
    step: (by) => setAt(hits.length === 0 ? 0 : (at + by + hits.length) % hits.length),
  }
}
