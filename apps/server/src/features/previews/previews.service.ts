import path from 'node:path'
import { LIMITS } from '@millrace/contracts/limits'
import type { Logger } from 'pino'
import type { Lanes } from '#limiter/lanes.ts'
import { columnQueries } from './column-queries.ts'
import { cacheSpace, textSpace } from './disk-space.ts'
import { fileContents } from './file-contents.ts'
import { jsonTrees } from './json-trees.ts'
import { preparedTables } from './prepared-tables.ts'
import type { PreviewFile } from './preview-file.ts'
import { previewLanes } from './preview-lanes.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { QueryRows } from './preview-task.ts'
import { sidecarBuilder } from './sidecar-builder.ts'
import { sidecars } from './sidecars.ts'
import { type ComparedTables, type ComparisonRequest, tableComparisons } from './table-comparisons.ts'
import { tablePages } from './table-pages.ts'
import { type TextPlace, textPart, textPreview } from './text-preview.ts'
import { wholeReadings } from './whole-readings.ts'

/** The dependencies of previews. Tests set lower limits. */
export interface PreviewOptions {
  /** The folder for Parquet copies of tables. Its contents may be deleted while the server is not running. */
  cacheDir: string
  now: () => Date
  log: Logger
  lanes: Pick<Lanes, 'previews' | 'decoders' | 'wholeTables' | 'jsonFiles' | 'queryPreviews'>
  cacheBytes?: number
  /** The program of the child process, if it is not next to this file. */
  childEntry?: string
  limits?: Partial<
    Record<
      | 'quickMs'
      | 'queryMs'
      | 'wholeMs'
      | 'busyBytes'
      | 'abandonedMs'
      | 'valuedRows'
      | 'readingReplyMs'
      | 'wholeTableBytes'
      | 'headBytes'
      | 'jsonHeadBytes'
      | 'childBytes',
      number
    >
  >
}

export type PreviewService = ReturnType<typeof previewService>

/**
 * Reads stored files for display. Child processes parse the files. The server itself only decodes text. Large files
 * have separate child processes, so that reading them never delays quick previews. Until a large CSV file or XLSX
 * workbook has been read completely, its first rows are shown.
 */
export function previewService(options: PreviewOptions) {
  const { cacheDir, now, log, cacheBytes, childEntry } = options
  const budget = { ...PREVIEW_LIMITS, ...options.limits }
  const { close, ...lanes } = previewLanes(options.lanes, { childEntry, budget, log })
  const { quick, slow, trial } = lanes
  const cache = sidecars({ folder: cacheDir, maxBytes: async () => cacheBytes ?? cacheSpace(cacheDir), now })
  const ready = cache.deleteUnfinished()
  const sidecar = sidecarBuilder({ cache, now })
  const scratch = path.join(cacheDir, 'making-pages')

  const { abandonedMs, readingReplyMs: replyMs } = budget
  const readings = wholeReadings({ now, log, abandonedMs, replyMs })
  const tables = preparedTables({ cacheDir, cache, sidecar, readings, lanes, ready, budget })
  const comparisons = tableComparisons({ sidecar, cache, quick, slow, scratch })

  return {
    ...tablePages({ tables, cache, readings, quick, scratch, ready, log, unaskedBytes: budget.wholeUnaskedBytes }),

    ...columnQueries({ quick, scratch, cache, blocks: tables.wholeBlocks }),

    text: textPreview,

    /** Requests for later parts of gzip files are queued fairly by owner. */
    textPart: (account: string, file: PreviewFile, place: TextPlace) =>
      textPart(file, place, async (offset) => {
        const { path, name } = file
        const task = { kind: 'text-part', path, name, offset, most: LIMITS.previewTextBytes } as const
        const { part, size } = await quick.run(account, task)
        return { bytes: Buffer.from(part, 'base64'), size }
      }),

    json: jsonTrees({
      sidecar,
      cache,
      quick,
      slow: lanes.json,
      readings,
      headBytes: budget.jsonHeadBytes,
      textBytes: () => textSpace(cacheDir, cacheBytes),
      ready,
    }),

    ...fileContents(lanes),

    async compare(
      account: string,
      files: { before: PreviewFile; after: PreviewFile },
      { matching, page, until }: Pick<ComparisonRequest, 'matching' | 'page'> & { until?: AbortSignal },
    ): Promise<ComparedTables> {
      await ready
      return cache.withoutEvicting([files.before, files.after], async () => {
        const [before, after] = await Promise.all([
          tables.whole(account, files.before, until),
          tables.whole(account, files.after, until),
        ])
        return comparisons(account, { before, after, page, ...(matching && { matching }) })
      })
    },

    async query(account: string, files: readonly PreviewFile[], sql: string, until?: AbortSignal): Promise<QueryRows> {
      await ready
      return cache.withoutEvicting(files, async () => {
        const first = await Promise.all(files.map((file) => tables.firstRows(account, file, until)))
        return cache.withScratch((folder) => trial.run(account, { kind: 'query', sql, tables: first, scratch: folder }))
      })
    },

    close,

    /** The ids of the live child processes for quick tasks and for whole files, for tests that kill them. */
    childPids: quick.pids,
    wholePids: () => [...slow.pids(), ...lanes.json.pids()],
  }
}
