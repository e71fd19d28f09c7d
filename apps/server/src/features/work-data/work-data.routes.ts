import { PLANS } from '@millrace/contracts/limits'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import {
  SetCommentWorkDataParameters,
  SetNameWorkDataParameters,
  SetTagsWorkDataParameters,
  WorkDataQueryParameters,
  WorkDataUsedTagsFilterParameter,
} from '@millrace/contracts/work-data'
import { document, jsonAction, link, uploadAction } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { bodyStream } from '#http/body-stream.ts'
import { once } from '#http/idempotency.ts'
import { href } from '#http/links.ts'
import { pageLinks, pageOf, queryHref, queryOf } from '#http/query-link.ts'
import { created, done, siren } from '#http/siren.ts'
import { actionParameters, pathId, valid } from '#http/valid.ts'
import { readUpload } from './upload-body.ts'
import type { WorkDataService } from './work-data.service.ts'
import { workDataDocument } from './work-data.siren.ts'

/** HTTP for work data: the root, uploads, queries and single files' documents. Mounted at /api. */
export function workDataRoutes(workData: WorkDataService, deps: Pick<Deps, 'db' | 'reach'>) {
  const resultHref = (origin: string) => `${origin}/api/WorkDataQuery/Query`
  const tagsHref = (origin: string) => `${origin}/api/WorkDataRoot/QueryTags`
  return new Hono<AppEnv>()
    .get('/WorkDataRoot', (c) => siren(c, root(c.var.origin)))
    .on('GET', ['/WorkDataRoot/QueryTags', '/WorkDataRoot/UsedTags'], async (c) => {
      const { RequiredTags } = valid(WorkDataUsedTagsFilterParameter, queryOf(c.req.query('q')))
      const Tags = await workData.usedTags(c.var.actor, RequiredTags ?? [])
      const self = queryHref(tagsHref(c.var.origin), { RequiredTags: RequiredTags ?? [] })
      return siren(c, document('WorkDataUsedTagsQueryResult', { properties: { Tags }, links: [link('self', self)] }))
    })
    .post('/WorkDataRoot/CreateTagsQuery', async (c) => {
      const filter = await actionParameters(c, 'WorkDataUsedTagsFilterParameter', WorkDataUsedTagsFilterParameter)
      return created(c, queryHref(tagsHref(c.var.origin), filter))
    })
    .post('/WorkDataQuery/CreateQuery', async (c) => {
      const query = await actionParameters(c, 'WorkDataQueryParameters', WorkDataQueryParameters)
      return created(c, queryHref(resultHref(c.var.origin), query))
    })
    .get('/WorkDataQuery/Query', async (c) => {
      const query = valid(WorkDataQueryParameters, queryOf(c.req.query('q')))
      const { rows, total, tags, names } = await workData.list(c.var.actor, query)
      const properties: QueryResultProperties = {
        TotalEntities: total,
        CurrentEntitiesCount: rows.length,
        PreviousEntitiesCount: Math.min(pageOf(query).offset, total),
        RemainingTags: tags,
      }
      return siren(
        c,
        document('WorkDataQueryResult', {
          properties,
          entities: rows.map((row) => workDataDocument(c.var.origin, row, names, ['item'])) as never[],
          links: pageLinks(resultHref(c.var.origin), query, properties),
        }),
      )
    })
    .post('/WorkData/UploadWorkData', async (c) => {
      await deps.reach('upload.received_headers')
      const type = c.req.header('content-type') ?? ''
      const id = await once(c, deps.db, { length: c.req.header('content-length') }, async (remember) => {
        const { files, tags } = await readUpload(type, bodyStream(c), (part) => workData.store(c.var.actor, part))
        const [first] = await workData.keep(c.var.actor, files, tags, remember)
        return first?.id ?? ''
      })
      await deps.reach('upload.after_commit_before_response')
      c.env?.outgoing?.once?.('finish', () => void deps.reach('upload.after_response'))
      return created(c, href.workData(c.var.origin, id))
    })
    .get('/WorkData/:id', async (c) => {
      const { row, names } = await workData.get(c.var.actor, pathId(c))
      return siren(c, workDataDocument(c.var.origin, row, names))
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
    .post('/WorkData/:id/:action{Hide|UnHide|AllowDeletion|DisallowDeletion}', async (c) => {
      const action = c.req.param('action') as keyof typeof CHANGES
      await workData.change(c.var.actor, pathId(c), action, CHANGES[action])
      return done(c)
    })
    .on(['POST', 'DELETE'], '/WorkData/:id/Delete', async (c) => {
      await workData.delete(c.var.actor, pathId(c))
      return done(c)
    })
}

const CHANGES = {
  Hide: { hidden: true },
  UnHide: { hidden: false },
  AllowDeletion: { deletable: true },
  DisallowDeletion: { deletable: false },
} as const

function root(origin: string) {
  const parameter = (type: string) => ({ type, schemaHref: href.schema(origin, type) })
  return document('WorkDataRoot', {
    actions: [
      jsonAction(
        'CreateWorkDataQuery',
        `${origin}/api/WorkDataQuery/CreateQuery`,
        'Find work data.',
        parameter('WorkDataQueryParameters'),
      ),
      jsonAction(
        'CreateWorkDataTagsQuery',
        `${origin}/api/WorkDataRoot/CreateTagsQuery`,
        'List the tags that work data carry.',
        parameter('WorkDataUsedTagsFilterParameter'),
      ),
      uploadAction('Upload', `${origin}/api/WorkData/UploadWorkData`, 'Upload files.', {
        accept: '*/*',
        maxFileSizeBytes: PLANS.free.fileBytes,
        allowMultiple: true,
      }),
    ],
    links: [
      link('self', href.workDataRoot(origin)),
      link('all', queryHref(`${origin}/api/WorkDataQuery/Query`, {})),
      link('UsedTags', `${origin}/api/WorkDataRoot/QueryTags`),
    ],
  })
}
