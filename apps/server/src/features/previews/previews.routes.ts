import { LIMITS } from '@millrace/contracts/limits'
import { isBinaryTable, isTable, MEDIA, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import {
  ReadRowsParameters,
  type RowCondition,
  RowConditions,
  type TextPreviewProperties,
} from '@millrace/contracts/previews'
import { Hono } from 'hono'
import { z } from 'zod'
import { accountOf, credentialOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId, valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { invalid, Problem } from '#problem.ts'
import { archiveDocument } from './archives.siren.ts'
import { hierarchyDocument } from './hierarchies.siren.ts'
import { isTableOrTabular } from './looks-tabular.ts'
import { pictureDocument } from './pictures.siren.ts'
import { canHaveRows, decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import { rendererOf } from './preview-renderers.ts'
import { needsAllRows, type TablePage } from './preview-task.ts'
import type { PreviewPass } from './preview-token.ts'
import type { PreviewService } from './previews.service.ts'
import { pageHref, readingDocument, tableDocument, textDocument } from './previews.siren.ts'
import { filterOf } from './row-filter.ts'
import { faulty } from './text-preview.ts'

export interface PreviewRouteOptions {
  previews: Pick<PreviewService, 'table' | 'reading' | 'text' | 'textPart' | 'archive' | 'picture' | 'hierarchy'>
  /**
   * Finds the stored file of work data. Throws a Problem if the work data does not exist or the actor cannot see it.
   */
  files: {
    open(scope: Scope, workDataId: string): Promise<PreviewFile & { ownerId: string }>
  }
  passes: { issue(pass: PreviewPass): string }
}

const DEFAULT_ROWS = 100

/** Invalid values are replaced with defaults instead of being rejected, because the request only reads. */
const PageSearch = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0),
  line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(1),
  limit: z.coerce.number().int().min(1).max(LIMITS.previewRowsMax).catch(DEFAULT_ROWS),
  columnOffset: z.coerce.number().int().min(0).catch(0),
  sort: z.string().max(1000).optional().catch(undefined),
  order: z.enum(['ascending', 'descending']).catch('ascending'),
  find: z.string().max(200).optional().catch(undefined),
  sheet: z.string().max(200).optional().catch(undefined),
  ignoreCase: z.stringbool().catch(false),
  page: z.coerce.number().int().min(0).catch(0),
  whole: z.stringbool().catch(false),
  as: z.enum(['text', 'best']).catch('best'),
  theme: z.enum(['light', 'dark']).catch('light'),
})

/** HTTP routes for previews of stored files. Mounted at /api, after authentication. */
export function previewRoutes({ previews, files, passes }: PreviewRouteOptions) {
  return new Hono<AppEnv>()
    .get('/WorkData/:id/Preview', async (c) => {
      const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
      const at = `${href.workData(c.var.origin, pathId(c))}/Preview`
      const search = PageSearch.parse(c.req.query())
      if (canHaveRows(file) && search.as !== 'text') {
        const page = pageOf(search, whereOf(c.req.query('where')))
        const part = await previews
          .table(accountOf(c.var.actor), file, page, { whole: search.whole, until: c.req.raw.signal })
          .catch((error) => (search.whole || needsAllRows(page) ? Promise.reject(error) : asText(file, error)))
        if ('Text' in part) return siren(c, textDocument(at, part))
        if (!isTableOrTabular(file, part.facts)) return siren(c, textDocument(at, await previews.text(file)))
        return siren(c, tableDocument(at, page, part))
      }
      if (previewKind(file.mediaType) === 'archive') {
        return siren(c, archiveDocument(at, await previews.archive(accountOf(c.var.actor), file)))
      }
      if (previewKind(file.mediaType) === 'picture') {
        return siren(c, pictureDocument(at, await previews.picture(accountOf(c.var.actor), file, search.page)))
      }
      if (previewKind(file.mediaType) === 'hierarchy') {
        return siren(c, hierarchyDocument(at, await previews.hierarchy(accountOf(c.var.actor), file)))
      }
      if (!isReadable(file)) throw noPreview(file)
      const { properties, next } = await previews.textPart(accountOf(c.var.actor), file, search)
      return siren(c, textDocument(search.as === 'text' ? `${at}?as=text` : at, properties, next))
    })
    .get('/WorkData/:id/Preview/Reading', async (c) => {
      const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
      if (!canHaveRows(file)) throw noPreview(file)
      const { sheet, columnOffset } = PageSearch.parse(c.req.query())
      const part = { sheet, columnOffset }
      const reading = await previews.reading(accountOf(c.var.actor), file, part)
      return siren(c, readingDocument(`${href.workData(c.var.origin, pathId(c))}/Preview`, reading, part))
    })
    .post('/WorkData/:id/Preview/ReadRows', async (c) => {
      const parameters = await actionParameters(c, 'ReadRowsParameters', ReadRowsParameters)
      const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
      if (!canHaveRows(file)) throw noPreview(file)
      const { Offset, Limit, ColumnOffset, Sort, Order } = parameters
      const page: TablePage = {
        offset: Offset ?? 0,
        limit: Limit ?? DEFAULT_ROWS,
        ...(ColumnOffset && { columnOffset: ColumnOffset }),
        ...(Sort && { sort: { column: Sort, descending: Order === 'Descending' } }),
        ...filterOf(parameters),
      }
      return created(c, pageHref(`${href.workData(c.var.origin, pathId(c))}/Preview`, page))
    })
    .get('/WorkData/:id/PreviewDocument', async (c) => {
      const file = await files.open(c.var.actor.scope, pathId(c))
      if (!rendererOf(file)) throw noPreview(file)
      const token = passes.issue({ workDataId: pathId(c), credential: credentialOf(c.var.actor) })
      const { theme } = PageSearch.parse(c.req.query())
      return c.redirect(`${c.var.origin}/previews/${token}?theme=${theme}`, 303)
    })

  /**
   * If the table is unreadable, returns the text of the file instead. Includes the error if the file is a table
   * according to its media type.
   */
  async function asText(file: PreviewFile, error: unknown): Promise<TextPreviewProperties> {
    const isUnreadable = error instanceof Problem && ['preview-failed', 'unexpected'].includes(error.code)
    if (!isUnreadable || !isReadable(file)) throw error
    return { ...(await previews.text(file)), ...(isTable(file.mediaType) && faulty(error.message)) }
  }
}

/**
 * Parses the conditions of a filter. Invalid conditions are rejected, because ignoring them would show the wrong rows.
 */
function whereOf(text: string | undefined): RowCondition[] | undefined {
  if (!text) return undefined
  try {
    return valid(z.object({ Where: RowConditions }), { Where: JSON.parse(text) }).Where
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalid([{ pointer: '/Where', message: 'Expected a JSON array of conditions.' }])
  }
}

function pageOf(search: z.infer<typeof PageSearch>, where: RowCondition[] | undefined): TablePage {
  return {
    offset: search.offset,
    limit: search.limit,
    ...(search.columnOffset > 0 && { columnOffset: search.columnOffset }),
    ...(search.sort && { sort: { column: search.sort, descending: search.order === 'descending' } }),
    ...filterOf({ Where: where, IgnoreCase: search.ignoreCase, Find: search.find, Sheet: search.sheet }),
  }
}

const TEXT_KINDS: readonly PreviewKind[] = ['table', 'json', 'text', 'plotly', 'markdown', 'notebook', 'map', 'html']

/** Whether the file is text. This includes text with another preview, such as a CSV file or the JSON of a figure. */
function isReadable({ mediaType }: PreviewFile): boolean {
  if (isBinaryTable(mediaType)) return false
  return TEXT_KINDS.includes(previewKind(mediaType)) || mediaType === MEDIA.svg
}
