import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { JsonNodeProperties } from '@millrace/contracts/json-trees'
import type { JsonFacts, JsonNodeRange, PlainTextFacts } from './json-tasks.ts'
import type { PreviewFile } from './preview-file.ts'
import { COMPRESSION_RATIO } from './preview-limits.ts'
import type { processLane } from './process-lane.ts'
import { isUtf16 } from './reading/json/json-files.ts'
import type { sidecarBuilder } from './sidecar-builder.ts'
import { keyText, type Sidecar, type SidecarKey, type sidecars } from './sidecars.ts'
import type { wholeReadings } from './whole-readings.ts'

interface TreeOptions {
  sidecar: ReturnType<typeof sidecarBuilder>
  cache: ReturnType<typeof sidecars>
  /** Lane for reading the starts of files, and single objects and arrays. */
  quick: ReturnType<typeof processLane>
  /** Lane for reading whole files. */
  slow: ReturnType<typeof processLane>
  readings: ReturnType<typeof wholeReadings>
  headBytes: number
  /** Returns the maximum disk space for the text of a compressed file, in bytes. */
  textBytes: () => Promise<number>
  /** Resolves when the cache is ready to use. */
  ready: Promise<void>
}

/** How much of a file is needed. If `whole` is false, the start of the file is enough. */
interface Extent {
  whole: boolean
  /** Aborted when the request ends. */
  until?: AbortSignal
}

/** What the tree view shows first: facts about the file, and its outermost value. */
export interface JsonTree {
  facts: JsonFacts
  root: JsonNodeProperties
}

/**
 * Reads JSON files of any size as trees. One scan indexes the large values, so that any object or array can be read by
 * position. Until the scan is done, an index of the first 8 MB is used, which covers most files completely.
 */
export function jsonTrees(options: TreeOptions) {
  const { sidecar, cache, quick, slow, readings, headBytes, textBytes, ready } = options
  const keyOf = ({ sha256, isGzipped }: PreviewFile, part: string, extent: SidecarKey['extent']): SidecarKey => ({
    sha256,
    ending: `json${isGzipped ? '.gz' : ''}.${part}`,
    extent,
  })
  const readingKey = (file: PreviewFile) => keyText(keyOf(file, 'index', 'whole'))

  /**
   * Returns the path of a file whose text can be read by position: the original file or, if that is compressed or in
   * UTF-16, a copy of the text or of its start. If only the start was copied, `wholeBytes` is the approximate size of
   * the whole text.
   */
  async function plainText(
    account: string,
    file: PreviewFile,
    extent: SidecarKey['extent'],
  ): Promise<{ path: string; wholeBytes?: number | undefined }> {
    const { path, name, isGzipped, sizeInBytes } = file
    if (!isGzipped && !(await isUtf16(path))) return { path }
    const isSmall = sizeInBytes * (isGzipped ? COMPRESSION_RATIO : 1) <= headBytes
    const isHead = extent === 'head' && !isSmall
    const { facts, parquet } = await sidecar<PlainTextFacts>(
      keyOf(file, 'text', isHead ? 'head' : 'whole'),
      async (paths) => {
        const task = { kind: 'plain-text', path, name, mostBytes: await textBytes(), ...paths } as const
        if (isHead) return quick.run(account, { ...task, headBytes })
        return isSmall
          ? quick.run(account, task)
          : readings.read(readingKey(file), (onStart) => slow.run(account, task, onStart))
      },
    )
    return { path: facts.isCopied ? parquet : path, wholeBytes: facts.wholeBytes }
  }

  async function index(account: string, file: PreviewFile, extent: SidecarKey['extent']) {
    const { path, wholeBytes } = await plainText(account, file, extent)
    const made = await sidecar<JsonFacts>(keyOf(file, 'index', extent), ({ out }) => {
      const task = { kind: 'index-json', path, name: file.name, out } as const
      return extent === 'head'
        ? quick.run(account, { ...task, headBytes, wholeBytes })
        : readings.read(readingKey(file), (onStart) => slow.run(account, task, onStart))
    })
    return { ...made, path }
  }

  async function indexed(
    account: string,
    file: PreviewFile,
    { whole, until }: Extent,
  ): Promise<Sidecar<JsonFacts> & { path: string }> {
    const requested = (extent: SidecarKey['extent']) =>
      readings.awaited(readingKey(file), index(account, file, extent), until)
    if (await cache.find<JsonFacts>(keyOf(file, 'index', 'whole'))) return requested('whole')
    const head = await requested('head')
    return whole && !head.facts.isWhole ? requested('whole') : head
  }

  async function node(account: string, file: PreviewFile, { range, ...extent }: Extent & { range?: JsonNodeRange }) {
    await ready
    return cache.withoutEvicting([file], async () => {
      const { facts, parquet, path } = await indexed(account, file, extent)
      const task = { kind: 'json-node', path, name: file.name, index: parquet, facts } as const
      return { facts, node: await quick.run(account, { ...task, ...(range && { node: range }) }) }
    })
  }

  return {
    async tree(account: string, file: PreviewFile, extent: Extent): Promise<JsonTree> {
      const { facts, node: root } = await node(account, file, extent)
      return { facts, root }
    },

    /** Reports how much of a large file has been read, and starts reading it if necessary. */
    async reading(account: string, file: PreviewFile): Promise<ReadingProperties> {
      await ready
      const whole = cache.withoutEvicting([file], () => index(account, file, 'whole'))
      return readings.reported(readingKey(file), whole)
    },

    async node(account: string, file: PreviewFile, range: JsonNodeRange, extent: Extent): Promise<JsonNodeProperties> {
      return (await node(account, file, { range, ...extent })).node
    },
  }
}
