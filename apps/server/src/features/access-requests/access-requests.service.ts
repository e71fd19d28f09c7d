import { ACCESS_REQUEST_LIMITS } from '@millrace/contracts/access-requests'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import type { Actor } from '#access/actor.ts'
import { ownerOf } from '#access/resource-owners.store.ts'
import * as rateLimits from '#auth/rate-limits.service.ts'
import type { Deps } from '#deps.ts'
import type { JobService } from '#features/jobs/jobs.service.ts'
import type { WorkDataService } from '#features/work-data/work-data.service.ts'
import { pageOf, resourceOfHref } from '#links.ts'
import { emailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { invalid, notFound, Problem } from '#problem.ts'
import { copyTarget, mayDecide } from './access-requests.rules.ts'
import * as store from './access-requests.store.ts'

export type AccessRequestService = ReturnType<typeof accessRequestService>

const DAY_SECONDS = 86_400
const ONCE_A_DAY = { max: 1, window: DAY_SECONDS }

interface Sharing {
  jobs: Pick<JobService, 'copyToOrg'>
  workData: Pick<WorkDataService, 'copy' | 'copyForRequester'>
  mailer: Mailer
  publicAddress: string
}

/** Lets users request access to resources of other owners, who give a copy or decline. */
export function accessRequestService(deps: Deps, { jobs, workData, mailer, publicAddress }: Sharing) {
  const { db } = deps
  const write = emailTemplates(publicAddress)

  return {
    /**
     * Requests access to a resource. To hide whether the resource exists, the checks and the user's activity entry are
     * always the same, and emails are queued after the reply.
     */
    async ask(actor: Actor, url: string): Promise<void> {
      const resource = resourceOfHref(url)
      if (resource?.kind !== 'Job' && resource?.kind !== 'WorkData') {
        throw invalid([{ pointer: '/url', message: 'Expected the URL of a job or of work data.' }])
      }
      const asked = { kind: resource.kind, id: resource.id }
      await rateLimits.consume(db, {
        key: `access-requests:${actor.userId}`,
        rule: deps.limits.accessRequests,
        refusal: () =>
          `You can request access up to ${ACCESS_REQUEST_LIMITS.perUserAndDay} times a day. Try again later.`,
      })
      if (!(await rateLimits.tryConsume(db, `access-request:${actor.userId}:${asked.id}`, ONCE_A_DAY))) return
      const made = await asSystem(db, (tx) => recordRequest(tx, actor, asked), actor.userPublicId)
      if (made) setImmediate(() => void notifyDeciders(actor, asked, made))
    },

    /** Lists open requests. Returns an empty list for members who cannot decide on requests. */
    async list(actor: Actor): Promise<store.Request[]> {
      if (!mayDecide(actor)) return []
      return asActor(db, actor, (tx) => store.open(tx, actor.scope, { approverId: actor.userId, now: deps.now() }))
    },

    async give(actor: Actor, requestId: string): Promise<store.Asked> {
      const request = await requireOpen(actor, requestId)
      const target = copyTarget(actor, request)
      if (!target)
        throw new Problem(
          'action-not-offered',
          'You don’t share an organization with this user. Invite them to one first.',
        )
      const id = await copyFor(actor, request, target, (tx) => closeRequest(tx, actor, request, 'access.given'))
      const { kind, email, resourceName } = request
      const path = pageOf({ kind, id })
      await send(() =>
        mailer.send(write.accessGiven(email, { owner: actor.name, resource: resourceName, to: target.name, path })),
      )
      return { kind, id }
    },

    async decline(actor: Actor, requestId: string): Promise<void> {
      const request = await requireOpen(actor, requestId)
      await asActor(db, actor, (tx) => closeRequest(tx, actor, request, 'access.declined'))
    },
  }

  async function recordRequest(tx: Tx, actor: Actor, asked: store.Asked): Promise<NewRequest | undefined> {
    await store.recordAsked(tx, actor.userId, asked)
    const ownerId = await ownerOf(tx, asked.kind, asked.id)
    const isOwn = ownerId === actor.userPublicId || actor.organizations.includes(ownerId ?? '')
    if (ownerId === undefined || isOwn) return undefined
    const createdAt = deps.now()
    const expiresAt = new Date(createdAt.getTime() + ACCESS_REQUEST_LIMITS.days * DAY_SECONDS * 1000)
    const row = { ...asked, requestId: deps.newId(), ownerId, userId: actor.userId, createdAt, expiresAt }
    const resource = await store.insert(tx, row)
    if (resource === undefined) return undefined
    await store.recordForOwner(tx, 'access.requested', { ...asked, ownerId, name: actor.name })
    tx.changed({ type: asked.kind, event: 'Changed', id: asked.id, ownerId })
    return { resource, ownerId }
  }

  async function notifyDeciders(actor: Actor, asked: store.Asked, { ownerId, resource }: NewRequest): Promise<void> {
    await send(async () => {
      const { emails, from } = await asSystem(db, async (tx) => ({
        emails: await store.deciders(tx, ownerId),
        from: await store.emailOf(tx, actor.userId),
      }))
      const of = { requester: actor.name, from, resource, path: pageOf(asked) }
      for (const email of emails) await mailer.send(write.accessRequested(email, of))
    })
  }

  /** A failure is only logged, because the change that the emails report is already saved. */
  async function send(work: () => Promise<void>): Promise<void> {
    await work().catch((err: unknown) => deps.log.error({ err }, 'an email about access could not be queued'))
  }

  async function requireOpen(actor: Actor, requestId: string): Promise<store.Request> {
    if (!mayDecide(actor)) throw notFound()
    const read = { approverId: actor.userId, now: deps.now(), only: requestId }
    const [request] = await asActor(db, actor, (tx) => store.open(tx, actor.scope, read))
    if (!request) throw notFound()
    return request
  }

  function copyFor(
    actor: Actor,
    { kind, id, userPublicId }: store.Request,
    target: { ownerId: string },
    settled: (tx: Tx) => Promise<void>,
  ): Promise<string> {
    if (kind === 'Job') return jobs.copyToOrg(actor, id, target.ownerId, settled)
    if (target.ownerId === userPublicId) return workData.copyForRequester(actor, id, userPublicId, settled)
    return workData.copy(actor, id, 'CopyToOrg', target.ownerId, settled)
  }
}

interface NewRequest {
  resource: string
  ownerId: string
}

async function closeRequest(
  tx: Tx,
  actor: Actor,
  { requestId, kind, id, name }: store.Request,
  event: 'access.given' | 'access.declined',
): Promise<void> {
  if (!(await store.remove(tx, requestId))) throw notFound()
  await store.recordForOwner(tx, event, { kind, id, ownerId: actor.ownerId, name })
  tx.changed({ type: kind, event: 'Changed', id, ownerId: actor.ownerId })
}

export function deleteExpiredRequests(deps: { db: Database; now(): Date }): Promise<void> {
  return asSystem(deps.db, (tx) => store.removeExpired(tx, deps.now()))
}
