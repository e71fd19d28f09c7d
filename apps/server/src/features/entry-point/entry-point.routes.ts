import { document, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { mayDecide } from '#features/access-requests/access-requests.rules.ts'
import { siren } from '#http/siren.ts'
import { pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import { notFound } from '#problem.ts'
import { actionSchemas } from './action-schemas.ts'
import { type Person, userService } from './users.service.ts'

const API_VERSION = '9.2.0'

/** HTTP routes for the documents that clients read first, and for action schemas. Mounted at /api. */
export function entryPointRoutes(deps: Pick<Deps, 'db' | 'env'>, streams: { cursorOf(ownerId: string): string }) {
  const users = userService(deps)
  return new Hono<AppEnv>()
    .get('/EntryPoint', (c) => {
      const { origin, actor } = c.var
      const links = [
        link('self', href.entryPoint(origin)),
        link('Info', href.info(origin)),
        link('JobsRoot', href.jobsRoot(origin)),
        link('WorkDataRoot', href.workDataRoot(origin)),
        link('ProcessingStepsRoot', href.stepsRoot(origin)),
        link('Dashboard', href.dashboard(origin)),
        link('LiveUpdates', href.liveUpdates(origin, streams.cursorOf(actor.ownerId)), 'text/event-stream'),
        ...(mayDecide(actor) ? [link('AccessRequests', href.accessRequests(origin))] : []),
        ...(actor.isAdmin ? [link('Admin', href.admin(origin))] : []),
      ]
      return siren(c, document('EntryPoint', { links }))
    })
    .get('/Info', async (c) => {
      const { origin, actor } = c.var
      const used = await users.usage(actor)
      return siren(
        c,
        document('Info', {
          properties: {
            OrganizationId: actor.ownerKind === 'organization' ? actor.ownerId : null,
            ApiVersion: API_VERSION,
            BuildVersion: deps.env.MILLRACE_VERSION,
            UsedStorageInBytes: used.usedBytes,
            StorageLimitInBytes: used.storageBytes,
            FileLimitInBytes: used.fileBytes,
          },
          entities: [userDocument(origin, actor, ['CurrentUser'])] as never[],
          links: [link('self', href.info(origin)), link('ApiEventsEndpoint', href.events(origin), 'text/event-stream')],
        }),
      )
    })
    .get('/User/:id', async (c) => {
      const { origin, actor } = c.var
      const id = pathId(c)
      if (id === actor.userPublicId) return siren(c, userDocument(origin, actor))
      const person = await users.find(actor, id)
      return siren(c, userDocument(origin, person))
    })
    .get('/ActionParameterTypes/:type', (c) => {
      const schema = actionSchemas.get(c.req.param('type').toLowerCase())
      if (!schema) throw notFound()
      return c.body(schema, 200, { 'Content-Type': 'application/schema+json' })
    })
}

function userDocument(origin: string, user: Person, rel?: string[]) {
  return document('User', {
    ...(rel && { rel }),
    properties: { UserId: user.userPublicId, Name: user.name, UserGrants: user.grants },
    links: [link('self', href.user(origin, user.userPublicId))],
  })
}
