import { useMemo, useState } from 'react'

/** The state of a search in a tree. `find` changes the search term, and `step` goes to the next or previous hit. */
export interface TreeFind {
  words: string
  /** The ids of the rows that contain the search term, in reading order. */
  hits: readonly string[]
  /** The index of the current hit, 0-based. */
  at: number
  /** Whether hits may be missing because only a part of the tree is searched. */
  isPart: boolean
  find: (words: string) => void
  step: (by: 1 | -1) => void
}

interface TreeFindOptions {
  hitsOf: (words: string) => readonly string[]
  isPart?: boolean
  /** Called with the new current hit, which may be inside of collapsed rows. */
  onShow?: (id: string) => void
}

/**
 * Searches a tree, because the browser's search finds only the rows in view. After the last hit, the search wraps
 * around.
 */
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
