import { COMMENT_LIMITS, type MentionedPerson } from '@millrace/contracts/comments'
import type { Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import { lockInReach, recordUse } from '#access/resource-owners.store.ts'
import * as rateLimits from '#auth/rate-limits.service.ts'
import type { Deps } from '#deps.ts'
import { namesOf } from '#features/owners/owners.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { pageOf } from '#links.ts'
import { emailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { invalid, notFound, Problem } from '#problem.ts'
import { mayComment, mayDelete, mayEdit } from './comments.rules.ts'
import type { Commented } from './comments.store.ts'
import * as store from './comments.store.ts'

export type CommentService = ReturnType<typeof commentService>

export interface Draft {
  text: string
  /** Public ids of the mentioned users. */
  mentions: string[]
}

export interface CommentsFound {
  rows: store.CommentRow[]
  total: number
  /** Names of authors and mentioned users by public id. */
  names: ReadonlyMap<string, string>
  hasMore: boolean
  ownerId: string
}

interface Written {
  id: string
  /** Members who were mentioned and want an email. */
  recipients: store.Member[]
  /** The name of the resource. */
  resource: string
}

/** Discussions of jobs and work data. Changes are announced as changes of the resource. */
export function commentService(deps: Deps, mail: { mailer: Mailer; publicAddress: string }) {
  const write = emailTemplates(mail.publicAddress)

  return {
    list: (actor: Actor, of: Commented, before: string | undefined, limit: number): Promise<CommentsFound> =>
      reachResource(deps, actor.scope, of, async (tx, reach) => {
        const resource = await lockInReach(tx, reach, of)
        if (!resource) return undefined
        const rows = await store.page(tx, of, { before, limit: limit + 1 })
        const shown = rows.slice(0, limit)
        const names = await namesOf(
          tx,
          shown.flatMap((row) => [row.authorId, ...row.mentions]),
        )
        const total = await store.total(tx, of)
        return { rows: shown, total, names, hasMore: rows.length > limit, ownerId: resource.ownerId }
      }),

    get: (actor: Actor, of: Commented, id: string) =>
      reachResource(deps, actor.scope, of, async (tx, reach) => {
        if (!(await lockInReach(tx, reach, of))) return undefined
        const row = (await store.lock(tx, of, id)) ?? refuseMissing()
        return { row, names: await namesOf(tx, [row.authorId, ...row.mentions]) }
      }),

    /** Finds members who can be mentioned, by part of their name. */
    people: (actor: Actor, of: Commented, text: string): Promise<MentionedPerson[]> =>
      reachResource(deps, actor.scope, of, async (tx, reach) => {
        const resource = await lockInReach(tx, reach, of)
        return resource && store.membersNamed(tx, resource.ownerId, text)
      }),

    async add(actor: Actor, of: Commented, draft: Draft, recordCreated?: RecordCreated): Promise<string> {
      await requireRate(actor)
      const written = await reachResource<Written>(deps, actor.scope, of, async (tx, reach) => {
        const resource = await lockInReach(tx, reach, of)
        if (!resource) return undefined
        if (!mayComment(actor, resource)) {
          throw new Problem(
            'action-not-offered',
            'Only the owner, or members of the organization that owns this, can comment.',
          )
        }
        if ((await store.total(tx, of)) >= COMMENT_LIMITS.perResource) {
          const detail = `A discussion can have up to ${COMMENT_LIMITS.perResource} comments. Delete some first.`
          throw new Problem('action-not-offered', detail)
        }
        const mentions = [...new Set(draft.mentions)]
        const members = await requireMembers(tx, resource.ownerId, mentions)
        const id = deps.newId()
        const { ownerId, name } = resource
        await store.insert(tx, of, { id, ownerId, authorId: actor.userPublicId, text: draft.text, mentions })
        await recordChange(tx, 'comment.created', { ...of, ownerId })
        await recordCreated?.(tx, id)
        return { id, recipients: recipientsAmong(actor, members), resource: name }
      })
      await notify(actor, of, draft.text, written)
      return written.id
    },

    async edit(actor: Actor, of: Commented, id: string, draft: Draft): Promise<void> {
      await requireRate(actor)
      const written = await reachResource<Written>(deps, actor.scope, of, async (tx, reach) => {
        const resource = await lockInReach(tx, reach, of)
        if (!resource) return undefined
        const row = (await store.lock(tx, of, id)) ?? refuseMissing()
        if (!mayEdit(actor, row)) throw new Problem('action-not-offered', 'Only the author can edit a comment.')
        const mentions = [...new Set(draft.mentions)]
        const added = mentions.filter((mention) => !row.mentions.includes(mention))
        const members = await requireMembers(tx, row.ownerId, added, (index) => mentions.indexOf(added[index] ?? ''))
        await store.update(tx, id, { text: draft.text, mentions, editedAt: deps.now() })
        await recordChange(tx, 'comment.edited', { ...of, ownerId: row.ownerId })
        return { id, recipients: recipientsAmong(actor, members), resource: resource.name }
      })
      await notify(actor, of, draft.text, written)
    },

    remove: (actor: Actor, of: Commented, id: string): Promise<true> =>
      reachResource(deps, actor.scope, of, async (tx, reach) => {
        if (!(await lockInReach(tx, reach, of))) return undefined
        const row = (await store.lock(tx, of, id)) ?? refuseMissing()
        if (!mayDelete(actor, row)) {
          throw new Problem(
            'action-not-offered',
            'Only the author, or an owner or admin of the organization, can delete a comment.',
          )
        }
        await store.remove(tx, id)
        await recordChange(tx, 'comment.deleted', { ...of, ownerId: row.ownerId })
        return true
      }),
  }

  function requireRate(actor: Actor): Promise<void> {
    return rateLimits.consume(deps.db, {
      key: `comments:${actor.userPublicId}`,
      rule: deps.limits.comments,
      refusal: (seconds) => `You have written too many comments. Try again in ${seconds} seconds.`,
    })
  }

  /** Emails the mentioned members. A failure is only logged, because the comment is already saved. */
  async function notify(actor: Actor, of: Commented, text: string, { recipients, resource }: Written): Promise<void> {
    const path = `${pageOf(of)}${of.kind === 'Job' ? '?tab=discussion' : '#discussion'}`
    for (const { email, publicId } of recipients) {
      const key = `mentions:${actor.userPublicId} ${publicId}`
      if (!(await rateLimits.tryConsume(deps.db, key, deps.limits.mentions))) continue
      await mail.mailer
        .send(write.mentioned(email, { author: actor.name, resource, text, path }))
        .catch((err: unknown) => deps.log.error({ err }, 'the email about a mention could not be queued'))
    }
  }
}

function recipientsAmong(actor: Actor, members: store.Member[]): store.Member[] {
  return members.filter(({ publicId, wantsMail }) => wantsMail && publicId !== actor.userPublicId)
}

async function recordChange(
  tx: Tx,
  event: 'comment.created' | 'comment.edited' | 'comment.deleted',
  resource: Commented & { ownerId: string },
): Promise<void> {
  await recordUse(tx, event, resource)
  tx.changed({ type: resource.kind, event: 'Changed', id: resource.id, ownerId: resource.ownerId })
}

async function requireMembers(
  tx: Tx,
  organization: string,
  mentions: string[],
  place = (index: number) => index,
): Promise<store.Member[]> {
  if (mentions.length === 0) return []
  const members = await store.membersAmong(tx, organization, mentions)
  const faults = mentions.flatMap((mention, index) =>
    members.some(({ publicId }) => publicId === mention)
      ? []
      : [{ pointer: `/Mentions/${place(index)}`, message: 'Only members of this organization can be mentioned.' }],
  )
  if (faults.length > 0) throw invalid(faults)
  return members
}

function refuseMissing(): never {
  throw notFound()
}
