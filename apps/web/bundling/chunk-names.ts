import { mergedGroups } from './chunk-groups.ts'
import { loadsOf } from './chunk-loads.ts'
import { routeLevels } from './route-levels.ts'
import type { SmallChunk } from './small-chunks.ts'

/**
 * Assigns modules to chunks so that each page loads few files and little code that it does not need. Returns the name of
 * the chunk by module. The bundler places the other modules.
 */
export function chunkNames(chunks: readonly SmallChunk[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(['base', 'start'])
  for (const { chunks: parts } of mergedGroups(chunks, loadsOf(chunks))) {
    if (parts.length === 1) continue
    const modules = parts.flatMap((chunk) => Object.entries(chunk.modules))
    const isFirst = parts.some(({ isEntry }) => isEntry)
    const name = isFirst ? 'start' : unused(stemOf(modules), taken)
    taken.add(name)
    // Libraries that every page loads are in a file of their own, which stays cached when the app changes.
    for (const [id] of modules) names.set(id, isFirst && id.includes('/node_modules/') ? 'base' : name)
  }
  return names
}

function stemOf(modules: [id: string, { renderedLength: number }][]): string {
  const [largest] = modules.toSorted(([, one], [, other]) => other.renderedLength - one.renderedLength)
  const screens = modules.map(([id]) => id).filter((id) => routeLevels([id]).length > 0)
  const [outermost = largest?.[0] ?? ''] = screens.toSorted((one, other) => one.length - other.length)
  return /([^/]+?)\.[^/]*$/.exec(outermost)?.[1] ?? 'shared'
}

function unused(stem: string, taken: Set<string>): string {
  let name = stem
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`
  return name
}
