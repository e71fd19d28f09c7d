import { COMMENT_LIMITS, COMMENTED_KINDS, type CommentedKind, CommentParameters } from '@millrace/contracts/comments'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { created, done, siren } from '#http/siren.ts'
import { actionParameters, pathId, valid } from '#http/valid.ts'
import type { CommentService } from './comments.service.ts'
import { commentDocument, commentsDocument, peopleDocument, resourceHref } from './comments.siren.ts'

const Page = z.object({
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(COMMENT_LIMITS.pageMax).default(COMMENT_LIMITS.page),
})
const Find = z.object({ find: z.string().max(200).default('') })

/** HTTP routes for the discussions of jobs and work data. Mounted at /api. */
export function commentRoutes(comments: CommentService, deps: Pick<Deps, 'db'>) {
  const routes = new Hono<AppEnv>()
  for (const kind of COMMENTED_KINDS) routes.route('/', routesOf(kind, comments, deps))
  return routes
}

function routesOf(kind: CommentedKind, comments: CommentService, deps: Pick<Deps, 'db'>) {
  const of = (c: Context<AppEnv>) => ({ kind, id: pathId(c) })
  const self = (c: Context<AppEnv>) => resourceHref(c.var.origin, of(c))
  const draft = async (c: Context<AppEnv>) => {
    const { Text, Mentions } = await actionParameters(c, 'CommentParameters', CommentParameters)
    return { text: Text, mentions: (Mentions ?? []).map((id) => id.toLowerCase()) }
  }
  return new Hono<AppEnv>()
    .get(`/${kind}/:id/Comments`, async (c) => {
      const { before, limit } = valid(Page, c.req.query())
      const found = await comments.list(c.var.actor, of(c), before, limit)
      return siren(c, commentsDocument(c.var, self(c), found, new URL(c.req.url).search))
    })
    .get(`/${kind}/:id/Comments/:comment`, async (c) => {
      const { row, names } = await comments.get(c.var.actor, of(c), pathId(c, 'comment'))
      return siren(c, commentDocument(c.var, self(c), row, names))
    })
    .get(`/${kind}/:id/MentionablePeople`, async (c) => {
      const { find } = valid(Find, c.req.query())
      const people = await comments.people(c.var.actor, of(c), find)
      return siren(c, peopleDocument(`${self(c)}/MentionablePeople`, people))
    })
    .post(`/${kind}/:id/AddComment`, async (c) => {
      const input = await draft(c)
      const id = await idempotent(c, deps.db, input, (recordCreated) =>
        comments.add(c.var.actor, of(c), input, recordCreated),
      )
      return created(c, `${self(c)}/Comments/${id}`)
    })
    .post(`/${kind}/:id/Comments/:comment/Edit`, async (c) => {
      await comments.edit(c.var.actor, of(c), pathId(c, 'comment'), await draft(c))
      return done(c)
    })
    .on(['POST', 'DELETE'], `/${kind}/:id/Comments/:comment/Delete`, async (c) => {
      await comments.remove(c.var.actor, of(c), pathId(c, 'comment'))
      return done(c)
    })
}
