import {
  AddVersionParameters,
  AdminWorkDataQueryParameters,
  CopyWorkDataFromUserToOrgActionParameters,
  FindSameNamesParameters,
  SetCommentWorkDataParameters,
  SetMediaTypeWorkDataParameters,
  SetNameWorkDataParameters,
  SetTagsWorkDataParameters,
  WorkDataQueryParameters,
  type WorkDataQueryResultProperties,
  WorkDataUsedTagsFilterParameter,
} from '@millrace/contracts/work-data'
import { type Context, Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { withUpload } from '#http/body-stream.ts'
import { idempotent } from '#http/idempotency.ts'
import { requireUncompressed } from '#http/json-body.ts'
import { prefersRepresentation } from '#http/prefer.ts'
import { isPythonClient } from '#http/python-client.ts'
import { newQueryHref, queryHref, queryOf } from '#http/query-link.ts'
import { queryRoutes } from '#http/query-routes.ts'
import { requireAdministrator } from '#http/session.ts'
import { created, createdTogether, done, siren } from '#http/siren.ts'
import { announcedBytes, readUpload } from '#http/upload-body.ts'
import { actionParameters, pathId, valid } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { usedTagsDocument } from '../tags/used-tags.siren.ts'
import type { VersionService } from './versions.service.ts'
import type { Upload, WorkDataService } from './work-data.service.ts'
import { workDataDocument } from './work-data.siren.ts'
import type { WorkDataQueryService } from './work-data-queries.service.ts'
import { sameNamesDocument, uploadedDocument, workDataRoot } from './work-data-root.siren.ts'

interface Services {
  workData: WorkDataService
  queries: WorkDataQueryService
  versions: VersionService
}

/** HTTP routes for the root of work data, for uploads and queries, and for documents of work data. Mounted at /api. */
export function workDataRoutes({ workData, queries, versions }: Services, deps: Pick<Deps, 'db' | 'env' | 'reach'>) {
  return new Hono<AppEnv>()
    .get('/WorkDataRoot', (c) => {
      const listsUploadParameters = isPythonClient(c)
      return siren(c, workDataRoot(c.var, { listsUploadParameters, sources: deps.env.FETCH_FROM }))
    })
    .on('GET', ['/WorkDataRoot/QueryTags', '/WorkDataRoot/UsedTags'], async (c) => {
      const filter = valid(WorkDataUsedTagsFilterParameter, queryOf(c))
      const used = await queries.usedTags(c.var.actor, filter.RequiredTags ?? [])
      const self = queryHref(tagsHref(c.var.origin), c.var.actor, filter)
      return siren(c, usedTagsDocument('WorkDataUsedTagsQueryResult', self, used))
    })
    .get('/WorkDataRoot/UsedTagsAdmin', requireAdministrator, async (c) => {
      const self = `${c.var.origin}/api/WorkDataRoot/UsedTagsAdmin`
      return siren(
        c,
        usedTagsDocument('WorkDataUsedTagsAdminQueryResult', self, await queries.usedTagsOfAll(c.var.actor)),
      )
    })
    .post('/WorkDataRoot/CreateTagsQuery', async (c) => {
      const filter = await actionParameters(c, 'WorkDataUsedTagsFilterParameter', WorkDataUsedTagsFilterParameter)
      return created(c, newQueryHref(tagsHref(c.var.origin), c.var.actor, filter))
    })
    .route('/', workDataQueryRoutes(queries))
    .route('/', versionRoutes(versions))
    .post('/WorkData/UploadWorkData', async (c) => {
      await deps.reach('upload.received_headers')
      requireUncompressed(c)
      const type = c.req.header('content-type') ?? ''
      const incoming = workData.receive(c.var.actor, announcedBytes(c))
      const { id, upload } = await withUpload(c, (body) =>
        readUpload(type, body, (part) => workData.store(part, incoming)),
      )
        .then(async (upload) => {
          const id = await idempotent(c, deps.db, requestOf(upload), async (recordCreated) => {
            const [first] = await workData.record(c.var.actor, upload, incoming, recordCreated)
            return first?.id ?? ''
          })
          return { id, upload }
        })
        .finally(incoming.end)
      await deps.reach('upload.after_commit_before_response')
      c.env?.outgoing?.once?.('finish', () => void deps.reach('upload.after_response'))
      const location = href.workData(c.var.origin, id)
      if (!prefersRepresentation(c)) return created(c, location)
      const uploaded = await workData.recordedWith(c.var.actor, id, upload.files)
      return createdTogether(c, location, uploadedDocument(c.var.origin, uploaded))
    })
    .get('/WorkData/:id', async (c) => {
      const { row, names } = await workData.get(c.var.actor, pathId(c))
      return siren(c, workDataDocument(c.var, row, names))
    })
    .post('/WorkData/:id/Rename', async (c) => {
      const { NewName } = await actionParameters(c, 'SetNameWorkDataParameters', SetNameWorkDataParameters)
      await workData.change(c.var.actor, pathId(c), 'Rename', { name: NewName })
      return done(c)
    })
    .post('/WorkData/:id/EditComment', async (c) => {
      const { Comment } = await actionParameters(c, 'SetCommentWorkDataParameters', SetCommentWorkDataParameters)
      await workData.change(c.var.actor, pathId(c), 'EditComment', { comments: Comment || null })
      return done(c)
    })
    .post('/WorkData/:id/EditTags', async (c) => {
      const { Tags } = await actionParameters(c, 'SetTagsWorkDataParameters', SetTagsWorkDataParameters)
      await workData.change(c.var.actor, pathId(c), 'EditTags', { tags: Tags })
      return done(c)
    })
    .post('/WorkData/:id/EditMediaType', async (c) => {
      const { MediaType } = await actionParameters(c, 'SetMediaTypeWorkDataParameters', SetMediaTypeWorkDataParameters)
      await workData.change(c.var.actor, pathId(c), 'EditMediaType', { mediaType: MediaType })
      return done(c)
    })
    .post('/WorkData/:id/:action{Hide|UnHide|AllowDeletion|DisallowDeletion}', async (c) => {
      const action = c.req.param('action') as keyof typeof CHANGES
      await workData.change(c.var.actor, pathId(c), action, CHANGES[action])
      return done(c)
    })
    .post('/WorkData/:id/CopyToOrg', async (c) => {
      const name = 'CopyWorkDataFromUserToOrgActionParameters'
      const { OrgId } = await actionParameters(c, name, CopyWorkDataFromUserToOrgActionParameters)
      return copied(c, 'CopyToOrg', OrgId)
    })
    .post('/WorkData/:id/CopyToUser', (c) => copied(c, 'CopyToUser', c.var.actor.userPublicId))
    .on(['POST', 'DELETE'], '/WorkData/:id/Delete', async (c) => {
      await workData.delete(c.var.actor, pathId(c))
      return done(c)
    })

  async function copied(c: Context<AppEnv>, action: 'CopyToOrg' | 'CopyToUser', ownerId: string): Promise<Response> {
    const id = await idempotent(c, deps.db, { ownerId }, (recordCreated) =>
      workData.copy(c.var.actor, pathId(c), action, ownerId, recordCreated),
    )
    return created(c, href.workData(c.var.origin, id))
  }
}

function workDataQueryRoutes(queries: WorkDataQueryService) {
  type Found = Awaited<ReturnType<WorkDataQueryService['list']>>
  const shown = (viewer: Viewer, { rows, names, total, last, tags, kinds }: Found) => ({
    total,
    last,
    tags,
    items: rows.map((row) => workDataDocument(viewer, row, names, ['item'])) as never[],
    more: { ...(kinds && { KindCounts: kinds }) } satisfies Pick<WorkDataQueryResultProperties, 'KindCounts'>,
  })
  return queryRoutes(
    'WorkDataQuery',
    {
      type: 'WorkDataQueryParameters',
      parameters: WorkDataQueryParameters,
      result: 'WorkDataQueryResult',
      check: queries.check,
      find: async (viewer, query, request) => shown(viewer, await queries.list(viewer.actor, query, request)),
    },
    {
      type: 'AdminWorkDataQueryParameters',
      parameters: AdminWorkDataQueryParameters,
      result: 'AdminWorkDataQueryResult',
      check: queries.check,
      find: async (viewer, query, request) => shown(viewer, await queries.listOfAll(viewer.actor, query, request)),
    },
  )
}

function versionRoutes(versions: VersionService) {
  return new Hono<AppEnv>()
    .post('/WorkDataRoot/FindSameNames', async (c) => {
      const asked = await actionParameters(c, 'FindSameNamesParameters', FindSameNamesParameters)
      return siren(c, sameNamesDocument(c.var.origin, await versions.sameNames(c.var.actor, asked)))
    })
    .post('/WorkDataRoot/AddVersion', async (c) => {
      const { WorkDataUrl, VersionOfUrl } = await actionParameters(c, 'AddVersionParameters', AddVersionParameters)
      const [id, of] = [idFromHref(WorkDataUrl, 'WorkData'), idFromHref(VersionOfUrl, 'WorkData')]
      await versions.add(c.var.actor, { id, of })
      return done(c)
    })
}

function tagsHref(origin: string): string {
  return `${origin}/api/WorkDataRoot/QueryTags`
}

const CHANGES = {
  Hide: { hidden: true },
  UnHide: { hidden: false },
  AllowDeletion: { deletable: true },
  DisallowDeletion: { deletable: false },
} as const

/**
 * Returns the parts of an upload that are the same in a retry. The body may differ, because clients choose a new
 * multipart boundary for each request.
 */
function requestOf({ files, tags }: Upload) {
  return { tags, files: files.map(({ name, declaredType, sha256 }) => [name, declaredType, sha256]) }
}
