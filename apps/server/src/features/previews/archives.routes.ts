import path from 'node:path'
import { previewKind } from '@millrace/contracts/media-types'
import { ReadEntryParameters } from '@millrace/contracts/previews'
import { TableFault } from '@millrace/tables/table-fault'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { directBody } from '#http/direct-body.ts'
import { openDownload } from '#http/open-download.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { Problem } from '#problem.ts'
import { entryDocument, entryHref } from './archives.siren.ts'
import { openEntry } from './open-entry.ts'
import { decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import type { PreviewService } from './previews.service.ts'

export interface ArchiveRouteOptions {
  previews: Pick<PreviewService, 'entry'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

const EntrySearch = z.object({ index: z.coerce.number().int().min(0).catch(0) })

/** HTTP routes for single entries of archives. Mounted at /api, after authentication. */
export function archiveRoutes({ previews, files }: ArchiveRouteOptions) {
  async function archive(c: Context<AppEnv>): Promise<PreviewFile> {
    const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
    if (previewKind(file.mediaType) !== 'archive') throw noPreview(file)
    return file
  }
  const at = (c: Context<AppEnv>) => `${href.workData(c.var.origin, pathId(c))}/Preview`

  return new Hono<AppEnv>()
    .post('/WorkData/:id/Preview/ReadEntry', async (c) => {
      const { Index } = await actionParameters(c, 'ReadEntryParameters', ReadEntryParameters)
      await archive(c)
      return created(c, entryHref(at(c), Index ?? 0))
    })
    .get('/WorkData/:id/Preview/Entry', async (c) => {
      const { index } = EntrySearch.parse(c.req.query())
      const file = await archive(c)
      return siren(c, entryDocument(at(c), index, await previews.entry(accountOf(c.var.actor), file, index)))
    })
    .get('/WorkData/:id/Preview/EntryContent', async (c) => {
      const { index } = EntrySearch.parse(c.req.query())
      const open = async () => openEntry(await archive(c), index).catch(asProblem)
      const { entry, content } = await openDownload(c, 'downloads', open)
      c.header('Content-Type', 'application/octet-stream')
      c.header('Content-Length', String(entry.SizeInBytes))
      c.header('Content-Disposition', contentDisposition('attachment', path.posix.basename(entry.Name)))
      c.header('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      return c.body(directBody(c, content))
    })
}

function asProblem(error: unknown): never {
  throw error instanceof TableFault ? new Problem('preview-failed', error.message) : error
}
