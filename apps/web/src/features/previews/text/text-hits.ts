/** A match: its 0-based line, and its start (inclusive) and end (exclusive) within the line. */
export interface Hit {
  line: number
  start: number
  end: number
}

/** Maximum number of hits. Further ones are neither counted nor highlighted. */
export const HITS_MAX = 10_000

/** Returns the case-insensitive matches of a search term, up to `HITS_MAX`. */
export function hitsIn(lines: readonly string[], wanted: string): Hit[] {
  if (wanted === '') return []
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi')
  const hits: Hit[] = []
  for (const [line, text] of lines.entries()) {
    for (const { index } of text.matchAll(pattern)) {
      if (hits.length === HITS_MAX) return hits
      hits.push({ line, start: index, end: index + wanted.length })
    }
  }
  return hits
}

export function hitsByLine(hits: readonly Hit[]): Map<number, Hit[]> {
  return Map.groupBy(hits, ({ line }) => line)
}

/** A piece of a line with a uniform color, either highlighted or not. */
export interface Piece<Style> {
  text: string
  at: number
  style: Style | undefined
  hit: Hit | undefined
}

/** Splits the colored tokens of a line where hits start and end. Hits must be in order. */
export function piecesOf<Style>(
  tokens: readonly { text: string; style: Style | undefined }[],
  hits: readonly Hit[],
): Piece<Style>[] {
  const pieces: Piece<Style>[] = []
  let next = 0
  let at = 0
  for (const { text, style } of tokens) {
    const start = at
    const end = start + text.length
    while (at < end) {
      while ((hits[next]?.end ?? end) <= at) next += 1
      const hit = hits[next]
      const isInside = hit !== undefined && hit.start <= at
      const stop = Math.min(end, (isInside ? hit.end : hit?.start) ?? end)
      pieces.push({ text: text.slice(at - start, stop - start), at, style, hit: isInside ? hit : undefined })
      at = stop
    }
  }
  return pieces
}
