import { closure } from './closure.ts'
import { routeLevels } from './route-levels.ts'
import type { SmallChunk } from './small-chunks.ts'

/** What the browser has loaded when it shows a page, or a part of pages that is loaded on demand. */
export interface Load {
  chunks: Set<SmallChunk>
  /** How often it is loaded, relative to a page. */
  weight: number
  /** How much code it may load in vain, relative to the code that it needs. */
  wasteMax: number
}

/** Pages before sign-in are often loaded with an empty cache, on any connection. */
const SIGNED_OUT = { weight: 3, wasteMax: 0.025 }
const SIGNED_IN = { weight: 1, wasteMax: 0.07 }
const ON_DEMAND = { weight: 0.05, wasteMax: 0.3 }

export function loadsOf(chunks: readonly SmallChunk[]): Load[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunksOf = (files: readonly string[]) => files.flatMap((file) => byFile.get(file) ?? [])
  const withImports = (chunk: SmallChunk) => closure([chunk], ({ imports }) => chunksOf(imports))

  const entries = chunks.filter(({ isEntry }) => isEntry)
  const screens = chunks.flatMap((chunk) => routeLevels(chunk.moduleIds).map((levels) => ({ chunk, levels })))
  const pages = screens.map(({ levels }): Load => {
    const surrounding = screens.filter((screen) => levels.includes(screen.levels.at(-1) ?? ''))
    const parts = [...entries, ...surrounding.map(({ chunk }) => chunk)]
    return {
      chunks: new Set(parts.flatMap((part) => [...withImports(part)])),
      ...(levels[0] === '_app' ? SIGNED_IN : SIGNED_OUT),
    }
  })
  const parts = new Set(chunksOf(chunks.flatMap(({ dynamicImports }) => dynamicImports)))
  for (const { chunk } of screens) parts.delete(chunk)
  return withParts(pages, parts, withImports)
}

function withParts(pages: Load[], parts: Set<SmallChunk>, withImports: (chunk: SmallChunk) => Set<SmallChunk>): Load[] {
  const loads = [...pages]
  const left = new Set(parts)
  for (;;) {
    const found = [...left].flatMap((part) => {
      const importers = loads.filter(({ chunks }) =>
        [...chunks].some(({ dynamicImports }) => dynamicImports.includes(part.fileName)),
      )
      const [first, ...others] = importers.map(({ chunks }) => chunks)
      if (!first) return []
      // What all importers have loaded is already there.
      const loaded = [...first].filter((chunk) => others.every((chunks) => chunks.has(chunk)))
      return [{ part, chunks: new Set([...loaded, ...withImports(part)]) }]
    })
    if (found.length === 0) return loads
    for (const { part, chunks } of found) {
      left.delete(part)
      loads.push({ chunks, ...ON_DEMAND })
    }
  }
}
