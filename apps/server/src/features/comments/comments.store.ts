import { COMMENT_LIMITS, type CommentedKind, type MentionedPerson } from '@millrace/contracts/comments'
import type { Tx } from '@millrace/db/act'
import { containing } from '@millrace/db/like'
import { type CommentRow, comment } from '@millrace/db/schema/comments'
import { and, count, desc, eq, lt } from 'drizzle-orm'

export type { CommentRow }

export interface Commented {
  kind: CommentedKind
  id: string
}

const COLUMNS = { Job: comment.jobId, WorkData: comment.workDataId }

const on = ({ kind, id }: Commented) => eq(COLUMNS[kind], id)

/** Returns a page of comments, newest first. If `before` is given, the page starts after that comment. */
export function page(
  tx: Tx,
  of: Commented,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<CommentRow[]> {
  return tx.orm
    .select()
    .from(comment)
    .where(and(on(of), before === undefined ? undefined : lt(comment.id, before)))
    .orderBy(desc(comment.id))
    .limit(limit)
}

export async function total(tx: Tx, of: Commented): Promise<number> {
  const [row] = await tx.orm.select({ total: count() }).from(comment).where(on(of))
  return row?.total ?? 0
}

export async function insert(
  tx: Tx,
  of: Commented,
  row: Pick<CommentRow, 'id' | 'ownerId' | 'authorId' | 'text' | 'mentions'>,
): Promise<void> {
  await tx.orm.insert(comment).values({ ...row, ...(of.kind === 'Job' ? { jobId: of.id } : { workDataId: of.id }) })
}

/** Locks a comment on the resource until the transaction ends and returns it, or undefined if it does not exist. */
export async function lock(tx: Tx, of: Commented, id: string): Promise<CommentRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(comment)
    .where(and(eq(comment.id, id), on(of)))
    .for('update')
  return row
}

export async function update(
  tx: Tx,
  id: string,
  change: Pick<CommentRow, 'text' | 'mentions' | 'editedAt'>,
): Promise<void> {
  await tx.orm.update(comment).set(change).where(eq(comment.id, id))
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(comment).where(eq(comment.id, id))
}

/** A member of an organization, and whether to email them when a comment mentions them. */
export interface Member {
  publicId: string
  email: string
  wantsMail: boolean
}

/** Of the given users, returns those who are members of the organization. */
export async function membersAmong(tx: Tx, organization: string, ids: readonly string[]): Promise<Member[]> {
  const { rows } = await tx.query<Member>(
    `select u.public_id as "publicId", u.email, u.mention_mails and u.banned is not true as "wantsMail"
     from organization o join member m on m.organization_id = o.id join "user" u on u.id = m.user_id
     where o.public_id = $1 and u.public_id = any($2)`,
    [organization, ids],
  )
  return rows
}

/** Finds up to `peopleMax` members of the organization whose name contains the text, sorted by name. */
export async function membersNamed(tx: Tx, organization: string, text: string): Promise<MentionedPerson[]> {
  const { rows } = await tx.query<MentionedPerson>(
    `select u.public_id as "UserId", u.name as "Name"
     from organization o join member m on m.organization_id = o.id join "user" u on u.id = m.user_id
     where o.public_id = $1 and u.name ilike $2 order by u.name, u.public_id limit $3`,
    [organization, containing(text), COMMENT_LIMITS.peopleMax],
  )
  return rows
}
