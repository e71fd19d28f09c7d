import { describe, expect, it } from 'vitest'
import { mergedGroups } from './chunk-groups.ts'
import type { SmallChunk } from './small-chunks.ts'

const SMALL = 500
const LARGE = 100_000

function chunk(fileName: string, size: number, imports: SmallChunk[] = []): SmallChunk {
  const modules = { [fileName]: { renderedLength: size } as SmallChunk['modules'][string] }
  return {
    fileName,
    isEntry: false,
    imports: imports.map((one) => one.fileName),
    dynamicImports: [],
    moduleIds: [fileName],
    modules,
  }
}

function page(...chunks: SmallChunk[]) {
  return { chunks: new Set(chunks), weight: 1, wasteMax: 0.05 }
}

/** Returns the files of each group, sorted. */
function filesOf(chunks: SmallChunk[], pages: ReturnType<typeof page>[]): string[][] {
  const groups = mergedGroups(chunks, pages).map((group) => group.chunks.map(({ fileName }) => fileName).toSorted())
  return groups.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
}

describe('merged groups', () => {
  it('contain small chunks of pages that share code', () => {
    const [main, icon, label] = [chunk('main', LARGE), chunk('icon', SMALL), chunk('label', SMALL)]

    const files = filesOf([main, icon, label], [page(main, icon, label), page(main, icon), page(main, label)])

    expect(files).toEqual([['icon', 'label', 'main']])
  })

  it('add no large code to pages that do not need it', () => {
    const [main, icon, editor] = [chunk('main', LARGE), chunk('icon', SMALL), chunk('editor', LARGE)]

    const files = filesOf([main, icon, editor], [page(main, icon), page(main, icon, editor)])

    expect(files).toEqual([['editor'], ['icon', 'main']])
  })

  it('add no large code through imports either', () => {
    const editor = chunk('editor', LARGE)
    const [icon, button] = [chunk('icon', SMALL), chunk('button', SMALL, [editor])]

    const files = filesOf([editor, icon, button], [page(icon), page(icon, button, editor), page(icon)])

    expect(files).toEqual([['button', 'editor'], ['icon']])
  })

  it('never form a cycle of imports', () => {
    const last = chunk('last', SMALL)
    const middle = chunk('middle', LARGE, [last])
    const first = chunk('first', SMALL, [middle])

    const files = filesOf([first, middle, last], [page(first, middle, last), page(last), page(middle, last)])

    expect(files).not.toContainEqual(['first', 'last'])
  })
})
