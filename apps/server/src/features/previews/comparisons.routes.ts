import { LIMITS } from '@millrace/contracts/limits'
import { CompareTablesParameters } from '@millrace/contracts/previews'
import type { Matching } from '@millrace/tables/compare-tables'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { type ComparisonAt, comparisonDocument, comparisonHref } from './comparisons.siren.ts'
import { canHaveRows, decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import type { DifferencesPage } from './preview-task.ts'
import type { PreviewService } from './previews.service.ts'

export interface ComparisonRouteOptions {
  previews: Pick<PreviewService, 'compare'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

const DEFAULT_ROWS = 100

/** Invalid values are replaced with defaults, because the request only reads. */
const ComparisonSearch = z.object({
  with: z.string().max(100).catch(''),
  by: z.enum(['keys', 'position', 'rows']).optional().catch(undefined),
  key: z.array(z.string().max(1000)).max(20).catch([]),
  only: z.enum(['added', 'removed', 'changed']).optional().catch(undefined),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0),
  limit: z.coerce.number().int().min(1).max(LIMITS.previewRowsMax).catch(DEFAULT_ROWS),
})

/** HTTP routes for comparisons of two stored tables. Mounted at /api, after authentication. */
export function comparisonRoutes({ previews, files }: ComparisonRouteOptions) {
  async function table(c: Context<AppEnv>, id: string): Promise<PreviewFile> {
    const file = decompressed(await files.open(c.var.actor.scope, id))
    if (!canHaveRows(file)) throw noPreview(file)
    return file
  }

  return new Hono<AppEnv>()
    .post('/WorkData/:id/Preview/CompareTables', async (c) => {
      const { WorkDataUrl, MatchBy, KeyColumns, Only, Offset, Limit } = await actionParameters(
        c,
        'CompareTablesParameters',
        CompareTablesParameters,
      )
      const at = atOf(c, idFromHref(WorkDataUrl, 'WorkData'))
      await Promise.all([table(c, pathId(c)), table(c, at.with)])
      const by = MatchBy ? lower(MatchBy) : KeyColumns ? 'keys' : undefined
      const only = Only ? lower(Only) : undefined
      const page = { offset: Offset ?? 0, limit: Limit ?? DEFAULT_ROWS, ...(only && { only }) }
      return created(c, comparisonHref(at, { page, matching: matchingOf(by, KeyColumns ?? []) }))
    })
    .get('/WorkData/:id/Preview/Comparison', async (c) => {
      const search = ComparisonSearch.parse({ ...c.req.query(), key: c.req.queries('key') ?? [] })
      const before = await table(c, pathId(c))
      const at = atOf(c, idFromHref(href.workData(c.var.origin, search.with), 'WorkData'))
      const after = await table(c, at.with)
      const { offset, limit, only } = search
      const matching = matchingOf(search.by, search.key)
      const page: DifferencesPage = { offset, limit, ...(only && { only }) }
      const compared = await previews.compare(
        accountOf(c.var.actor),
        { before, after },
        { page, until: c.req.raw.signal, ...(matching && { matching }) },
      )
      return siren(c, comparisonDocument(at, compared, matching))
    })
}

function atOf(c: Context<AppEnv>, other: string): ComparisonAt {
  const { origin } = c.var
  return { preview: `${href.workData(origin, pathId(c))}/Preview`, with: other, withHref: href.workData(origin, other) }
}

function matchingOf(by: Matching['by'] | undefined, columns: string[]): Matching | undefined {
  if (by === undefined || (by === 'keys' && columns.length === 0)) return undefined
  return by === 'keys' ? { by, columns } : { by }
}

function lower<T extends string>(word: T): Lowercase<T> {
  return word.toLowerCase() as Lowercase<T>
}
