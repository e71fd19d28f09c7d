import type { ActivityEntry, ActivitySort } from '@millrace/contracts/activity'
import type { Tx } from '@millrace/db/act'
import { CUSTOM_PLAN } from '@millrace/db/auto-prepare'
import { containing } from '@millrace/db/like'
import { activity } from '@millrace/db/schema/activity'
import { user } from '@millrace/db/schema/auth'
import { organization } from '@millrace/db/schema/organizations'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'

/** Filters a list of entries. An entry must meet all conditions that are set. */
export interface ActivityFilter {
  /** better-auth's id of a user who acted or was affected. */
  userId?: string | undefined
  organizationId?: string | undefined
  action?: ActivityEntry['action'] | undefined
  resourceType?: ActivityEntry['resourceType'] | undefined
  /** A term to find in the metadata, names and email addresses, regardless of case. */
  search?: string | undefined
}

export interface ActivityPage {
  limit: number
  offset: number
  sortBy: ActivitySort
  sortDirection: 'asc' | 'desc'
}

const SORTS = { createdAt: activity.at, action: activity.action, resourceType: activity.resourceType }

/**
 * Sort keys for the entries of one user or organization. The keys for action and resource type deliberately match no
 * index. Otherwise, the planner might scan the whole log in the order of an index instead of sorting the wanted
 * entries.
 */
const UNINDEXED = {
  ...SORTS,
  action: sql`${activity.action} collate "C"`,
  resourceType: sql`${activity.resourceType} collate "C"`,
}
const [impersonator, subject] = [alias(user, 'impersonator'), alias(user, 'subject')]

/** Returns a page of entries with the names of the users and organizations involved, if their accounts still exist. */
export async function list({ orm }: Tx, filter: ActivityFilter, page: ActivityPage): Promise<ActivityEntry[]> {
  const ids = (await idsOf(orm, filter, page)).map(({ id }) => id)
  const order = page.sortDirection === 'asc' ? asc : desc
  const rows = await orm
    .select({
      entry: activity,
      userName: user.name,
      impersonatorName: impersonator.name,
      subjectName: subject.name,
      organizationName: organization.name,
    })
    .from(activity)
    .leftJoin(user, eq(user.id, activity.userId))
    .leftJoin(impersonator, eq(impersonator.id, activity.impersonatorId))
    .leftJoin(subject, eq(subject.id, activity.subjectId))
    .leftJoin(organization, eq(organization.id, activity.organizationId))
    .where(inArray(activity.id, ids))
    .orderBy(order(sortKey(filter, page.sortBy)), order(activity.at), order(activity.id))
  return rows.map(entryOf)
}

function sortKey({ userId, organizationId }: ActivityFilter, sortBy: ActivitySort) {
  return (userId ?? organizationId) === undefined ? SORTS[sortBy] : UNINDEXED[sortBy]
}

/** Returns the ids of the entries on a page, so that only these entries are joined with names. */
async function idsOf(
  orm: Tx['orm'],
  { userId, ...filter }: ActivityFilter,
  { limit, offset, ...sort }: ActivityPage,
): Promise<{ id: string }[]> {
  const order = sort.sortDirection === 'asc' ? asc : desc
  const key = sortKey({ userId, ...filter }, sort.sortBy)
  const rows = (also?: SQL, most?: number) => {
    const all = orm
      .select({ id: activity.id, key: sql<string>`${CUSTOM_PLAN} ${key}`.as('key'), at: activity.at })
      .from(activity)
      .where(and(also, ...conditions(filter)))
      .orderBy(order(key), order(activity.at), order(activity.id))
    return most === undefined ? all.limit(limit).offset(offset) : all.limit(most)
  }
  if (userId === undefined) return rows()
  // If the entries are sorted by time, each half of the union reads its own index and stops after the rows that the
  // page needs.
  const both = unionAll(
    rows(eq(activity.userId, userId), limit + offset),
    rows(and(eq(activity.subjectId, userId), sql`${activity.userId} is distinct from ${userId}`), limit + offset),
  ).as('both')
  return orm
    .select({ id: both.id, key: both.key, at: both.at })
    .from(both)
    .orderBy(order(both.key), order(both.at), order(both.id))
    .limit(limit)
    .offset(offset)
}

function conditions({ organizationId, action, resourceType, search }: ActivityFilter): (SQL | undefined)[] {
  return [
    organizationId === undefined ? undefined : eq(activity.organizationId, organizationId),
    action && eq(activity.action, action),
    resourceType && eq(activity.resourceType, resourceType),
    search ? containsText(containing(search)) : undefined,
  ]
}

/**
 * Returns the condition of a text search. For administrators only: no index covers the text, so searching for a rare
 * term reads all entries.
 */
function containsText(pattern: string): SQL {
  const people = sql`select id from "user" where name ilike ${pattern} or email ilike ${pattern}`
  const values = sql`select from jsonb_each_text(${activity.metadata} - 'event') where value ilike ${pattern}`
  return sql`(exists (${values})
    or ${activity.userId} in (${people}) or ${activity.impersonatorId} in (${people}) or ${activity.subjectId} in (${people})
    or ${activity.organizationId} in (select id from organization where name ilike ${pattern}))`
}

/**
 * Returns the entries of an export that follow the entry `after`, oldest first. If `after` has been deleted, the export
 * continues at its time, which is known only to the millisecond.
 */
export async function listAfter(
  tx: Tx,
  { userId, ...filter }: ActivityFilter,
  { after, limit }: { after: ActivityEntry | undefined; limit: number },
): Promise<ActivityEntry[]> {
  const rows = await tx.orm
    .select({ entry: activity, userName: user.name, organizationName: organization.name })
    .from(activity)
    .leftJoin(user, eq(user.id, activity.userId))
    .leftJoin(organization, eq(organization.id, activity.organizationId))
    .where(
      and(
        userId === undefined ? undefined : or(eq(activity.userId, userId), eq(activity.subjectId, userId)),
        after && sql`(${activity.at}, ${activity.id}) > (${timeOf(after)}, ${after.id}::uuid)`,
        ...conditions(filter),
      ),
    )
    .orderBy(asc(activity.at), asc(activity.id))
    .limit(limit)
  return rows.map((row) => entryOf({ ...row, impersonatorName: null, subjectName: null }))
}

function timeOf({ id, createdAt }: ActivityEntry): SQL {
  return sql`coalesce((select at from activity where id = ${id}), ${createdAt}::timestamptz)`
}

interface Found {
  entry: typeof activity.$inferSelect
  userName: string | null
  impersonatorName: string | null
  subjectName: string | null
  organizationName: string | null
}

function entryOf({ entry, userName, impersonatorName, subjectName, organizationName }: Found): ActivityEntry {
  const { id, userId, impersonatorId, subjectId, organizationId, action, resourceType, resourceId, metadata, at } =
    entry
  return {
    id,
    userId,
    userName,
    ...(impersonatorId !== null && { impersonatorId, ...(impersonatorName !== null && { impersonatorName }) }),
    ...(subjectId !== null && subjectId !== userId && { subjectId, ...(subjectName !== null && { subjectName }) }),
    ...(organizationId !== null && { organizationId, ...(organizationName !== null && { organizationName }) }),
    action,
    resourceType,
    resourceId,
    metadata,
    createdAt: at.toISOString(),
  }
}

/** Deletes up to `most` entries older than a number of days, and returns how many. Requires a system transaction. */
export async function deleteOlderThan(tx: Tx, days: number, most: number): Promise<number> {
  await tx.query('set local millrace.retention = on')
  const deleted = await tx.query(
    `delete from activity where id in (select id from activity where at < now() - make_interval(days => $1) order by at limit $2)`,
    [days, most],
  )
  return deleted.rowCount ?? 0
}
