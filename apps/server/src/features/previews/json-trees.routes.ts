import { ReadJsonParameters } from '@millrace/contracts/json-trees'
import { LIMITS } from '@millrace/contracts/limits'
import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import type { AppEnv } from '#app-env.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { jsonNodeDocument, jsonNodeHref, treeDocument, treeReadingDocument } from './json-trees.siren.ts'
import { decompressed, noPreview, type PreviewFile } from './preview-file.ts'
import type { PreviewService } from './previews.service.ts'

export interface JsonTreeRouteOptions {
  previews: Pick<PreviewService, 'json'>
  files: { open(scope: Scope, workDataId: string): Promise<PreviewFile> }
}

const JSON_KINDS: readonly PreviewKind[] = ['json', 'notebook', 'map', 'plotly']
const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const TreeSearch = z.object({ whole: z.stringbool().catch(false) })
const NodeSearch = TreeSearch.extend({ at: position.catch(0), from: position.catch(0) })

/** HTTP routes for the trees of JSON files. Mounted at /api, after authentication. */
export function jsonTreeRoutes({ previews, files }: JsonTreeRouteOptions) {
  async function jsonFile(c: Context<AppEnv>): Promise<PreviewFile> {
    const file = decompressed(await files.open(c.var.actor.scope, pathId(c)))
    if (!JSON_KINDS.includes(previewKind(file.mediaType))) throw noPreview(file)
    return file
  }
  const at = (c: Context<AppEnv>) => `${href.workData(c.var.origin, pathId(c))}/Preview`

  return new Hono<AppEnv>()
    .get('/WorkData/:id/Preview/Tree', async (c) => {
      const extent = { ...TreeSearch.parse(c.req.query()), until: c.req.raw.signal }
      const tree = await previews.json.tree(accountOf(c.var.actor), await jsonFile(c), extent)
      return siren(c, treeDocument(at(c), tree, extent))
    })
    .get('/WorkData/:id/Preview/TreeReading', async (c) => {
      const reading = await previews.json.reading(accountOf(c.var.actor), await jsonFile(c))
      return siren(c, treeReadingDocument(at(c), reading))
    })
    .post('/WorkData/:id/Preview/ReadJson', async (c) => {
      const { At, From } = await actionParameters(c, 'ReadJsonParameters', ReadJsonParameters)
      await jsonFile(c)
      const range = { at: At, from: From ?? 0, most: LIMITS.previewJsonValues }
      return created(c, jsonNodeHref(at(c), range, TreeSearch.parse(c.req.query())))
    })
    .get('/WorkData/:id/Preview/JsonNode', async (c) => {
      const { at: place, from, whole } = NodeSearch.parse(c.req.query())
      const range = { at: place, from, most: LIMITS.previewJsonValues }
      const node = await previews.json.node(accountOf(c.var.actor), await jsonFile(c), range, {
        whole,
        until: c.req.raw.signal,
      })
      return siren(c, jsonNodeDocument(at(c), node, { whole }))
    })
}
