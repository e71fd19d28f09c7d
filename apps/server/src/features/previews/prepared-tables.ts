import { isBinaryTable, MEDIA, mayHoldRecords, STREAMED_WORKBOOKS, WORKBOOKS } from '@millrace/contracts/media-types'
import { scratchSpace } from './disk-space.ts'
import type { PreviewFile } from './preview-file.ts'
import type { PreviewLanes } from './preview-lanes.ts'
import { COMPRESSION_RATIO } from './preview-limits.ts'
import type { ReadBlocks, ReadyTable, RowFilter } from './preview-task.ts'
import type { sidecarBuilder } from './sidecar-builder.ts'
import { keyText, type Sidecar, type SidecarKey, type sidecars } from './sidecars.ts'
import type { WholeTable } from './table-comparisons.ts'
import type { wholeReadings } from './whole-readings.ts'
import { type NeededColumns, neededBlocks, requireSameRows } from './wide-tables.ts'

type Reading = Pick<SidecarKey, 'extent' | 'sheet' | 'firstColumn'>

/** `until` is aborted when the request ends. */
type Requested = Reading & { until: AbortSignal | undefined }

interface TableOptions {
  cacheDir: string
  cache: ReturnType<typeof sidecars>
  sidecar: ReturnType<typeof sidecarBuilder>
  readings: ReturnType<typeof wholeReadings>
  lanes: Pick<PreviewLanes, 'quick' | 'slow'>
  /** Resolves when the cache is ready to use. */
  ready: Promise<void>
  budget: Record<'headBytes' | 'valuedRows' | 'wholeTableBytes', number>
}

export type PreparedTables = ReturnType<typeof preparedTables>

/** Prepares tables for reading: copies them to Parquet, once for all requests, unless they can be read in place. */
export function preparedTables({ cacheDir, cache, sidecar, readings, lanes, ready, budget }: TableOptions) {
  const { quick, slow } = lanes

  function prepared(account: string, file: PreviewFile, reading: Reading): Promise<Sidecar> {
    const { extent, sheet, firstColumn } = reading
    const lane = extent === 'head' || isSmall(file) ? quick : slow
    const head = extent === 'head' ? { headBytes: budget.headBytes } : {}
    const { path, name } = file
    const block = { ...(firstColumn !== undefined && { firstColumn }), ...(sheet !== undefined && { sheet }) }
    const { valuedRows } = budget
    const key = keyOf(file, reading)
    return sidecar(key, (paths) => {
      const task = { kind: 'build', path, name, valuedRows, ...head, ...block, ...paths } as const
      if (lane === quick) return quick.run(account, task)
      return readings.read(keyText(key), async (onStart) => {
        const scratchBytes = await scratchSpace(cacheDir, file.sizeInBytes)
        return slow.run(account, { ...task, scratchBytes }, onStart)
      })
    })
  }

  /** Prepares the table. The preparation is not stopped as abandoned while this request waits for it. */
  function requested(account: string, file: PreviewFile, { until, ...reading }: Requested): Promise<Sidecar> {
    return readings.awaited(keyText(keyOf(file, reading)), prepared(account, file, reading), until)
  }

  async function blocks(
    account: string,
    file: PreviewFile,
    {
      first,
      page,
      ...reading
    }: Pick<Requested, 'extent' | 'until'> & { first: Sidecar; page: NeededColumns & RowFilter },
  ): Promise<ReadBlocks> {
    const { shown, others } = neededBlocks(first.facts, page)
    const blockAt = async (firstColumn: number) => {
      const { facts, parquet } =
        firstColumn === 0 ? first : await requested(account, file, { ...reading, sheet: page.sheet, firstColumn })
      return { facts, path: facts.isCopied ? parquet : file.path }
    }
    const needed = { block: await blockAt(shown), others: await Promise.all(others.map(blockAt)) }
    requireSameRows([needed.block, ...needed.others])
    return needed
  }

  function isSmall(file: PreviewFile): boolean {
    const isCompressed = file.isGzipped || [...WORKBOOKS, MEDIA.arrow].includes(file.mediaType)
    const decompressed = file.sizeInBytes * (isCompressed ? COMPRESSION_RATIO : 1)
    return (file.mediaType === MEDIA.parquet && !file.isGzipped) || decompressed <= budget.wholeTableBytes
  }

  /** Whether previews read the start of the file without the rest. Small files are always read completely. */
  function hasHead(file: PreviewFile): boolean {
    const isWhole = mayHoldRecords(file.mediaType, file.name) || isBinaryTable(file.mediaType)
    return !isSmall(file) && !file.isGzipped && (!isWhole || STREAMED_WORKBOOKS.includes(file.mediaType))
  }

  async function firstRows(
    account: string,
    file: PreviewFile,
    until: AbortSignal | undefined,
  ): Promise<ReadyTable & { name: string }> {
    const whole = hasHead(file) ? await cache.find(keyOf(file, { extent: 'whole' })) : undefined
    const extent = hasHead(file) ? 'head' : 'whole'
    const { facts, parquet } = whole ?? (await requested(account, file, { extent, until }))
    return { facts, path: facts.isCopied ? parquet : file.path, name: file.name }
  }

  async function whole(account: string, file: PreviewFile, until: AbortSignal | undefined): Promise<WholeTable> {
    const { facts, parquet } = await requested(account, file, { extent: 'whole', until })
    return { facts, path: facts.isCopied ? parquet : file.path, key: keyText(keyOf(file, { extent: 'whole' })) }
  }

  async function wholeBlocks(
    account: string,
    file: PreviewFile,
    { page, until }: { page: NeededColumns & RowFilter; until: AbortSignal | undefined },
  ): Promise<ReadBlocks> {
    await ready
    const first = await requested(account, file, { extent: 'whole', sheet: page.sheet, until })
    return blocks(account, file, { first, extent: 'whole', page, until })
  }

  return { prepared, requested, blocks, wholeBlocks, isSmall, hasHead, firstRows, whole }
}

/** Returns the cache key for the copy of a table. The copy may contain only a part of the table. */
export function keyOf(file: PreviewFile, reading: Reading): SidecarKey {
  const [, ending = ''] = /\.(\w{1,10}(?:\.gz)?)$/.exec(file.name.toLowerCase()) ?? []
  return { sha256: file.sha256, ending, ...reading }
}
