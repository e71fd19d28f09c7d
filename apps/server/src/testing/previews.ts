import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { PreviewFile } from '#features/previews/preview-file.ts'
import type { TablePage } from '#features/previews/preview-task.ts'
import { type PreviewOptions, previewService } from '#features/previews/previews.service.ts'
import { openLanes } from '#limiter/lanes.ts'
import { testFile } from './preview-files.ts'

const CHILD = path.join(import.meta.dirname, 'cached-previews.ts')

export const FIRST: TablePage = { offset: 0, limit: 100 }

/** Creates a preview service for the tests in one file. Its folder is removed after these tests. */
export function testPreviews() {
  const folder = mkdtempSync(path.join(tmpdir(), 'previews-'))
  const opened = new Set<ReturnType<typeof previewService>>()
  const open = (cache: string, options: Partial<PreviewOptions> = {}) => {
    const log = pino({ level: 'silent' })
    const service = previewService({
      now: () => new Date(),
      log,
      lanes: openLanes(),
      cacheDir: path.join(folder, cache),
      childEntry: CHILD,
      ...options,
      // The limits are high, because test machines may be busy. Tests of the limits set their own.
      limits: { quickMs: 60_000, queryMs: 30_000, ...options.limits },
    })
    opened.add(service)
    return service
  }
  afterAll(() => {
    for (const service of opened) service.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const previews = open('cache')
  return {
    folder,
    previews,
    /** Opens another service with the given cache folder. */
    open,
    table: (file: PreviewFile, page: Partial<TablePage> = {}) => previews.table('ada', file, { ...FIRST, ...page }),
    csv: (name: string, content: string | Uint8Array) => testFile(folder, name, content),
  }
}
