import { useMemo, useState } from 'react'
import { LINE_SHOWN, linesOf } from './lines-of.ts'
import { type Hit, hitsIn } from './text-hits.ts'

/** The state of a search in a text. `find` changes what is searched for, and `step` goes to another hit. */
export interface TextFind {
  wanted: string
  hits: readonly Hit[]
  /** Some lines are too long to be searched to their end. */
  isCut: boolean
  /** The number of the hit that is shown, from 0. */
  at: number
  find: (wanted: string) => void
  step: (by: 1 | -1) => void
}

/**
 * A search in the shown lines of a text, because the browser only finds those in the page. After the last hit comes the
 * first. What is searched for may be kept elsewhere.
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
