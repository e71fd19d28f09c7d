import { useMemo, useState } from 'react'

/** The state of a search in a tree. `find` changes the words, and `step` goes to another hit. */
export interface TreeFind {
  words: string
  /** The ids of the rows that contain the words, in their order. */
  hits: readonly string[]
  /** The number of the hit that is shown, from 0. */
  at: number
  /** Whether hits are missing because not all is searched. */
  isPart: boolean
  find: (words: string) => void
  step: (by: 1 | -1) => void
}

interface TreeFindOptions {
  hitsOf: (words: string) => readonly string[]
  isPart?: boolean
  /** Called with the hit to be shown, which may be inside of closed rows. */
  onShow?: (id: string) => void
}

/** A search in a tree, because the browser only finds the rows in sight. After the last hit comes the first. */
export function useTreeFind({ hitsOf, isPart = false, onShow }: TreeFindOptions): TreeFind {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const hits = useMemo(() => (words === '' ? [] : hitsOf(words)), [words, hitsOf])

  function show(found: readonly string[], next: number) {
    setAt(next)
    const id = found[next]
    if (id !== undefined) onShow?.(id)
  }

  return {
    words,
    hits,
    at,
    isPart,
    find(next) {
      setWords(next)
      show(next === '' ? [] : hitsOf(next), 0)
    },
    step: (by) => show(hits, hits.length === 0 ? 0 : (at + by + hits.length) % hits.length),
  }
}
