import type { ProcessingStepFilter, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { Tx } from '@millrace/db/act'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Actor } from '#app-env.ts'
import { containing } from '#http/like.ts'

/** The steps an actor sees: those of its context, and the public ones. */
function visible(actor: Actor): SQL | undefined {
  return or(eq(processingStep.ownerId, actor.ownerId), eq(processingStep.isPublic, true))
}

export async function find(tx: Tx, actor: Actor, id: string): Promise<ProcessingStepRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(processingStep)
    .where(and(eq(processingStep.id, id), visible(actor)))
  return row
}

/** The rows of the given ids without asking who looks: for jobs that use them. */
export async function byIds(tx: Tx, ids: string[]): Promise<Map<string, ProcessingStepRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.orm.select().from(processingStep).where(inArray(processingStep.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export async function list(
  tx: Tx,
  actor: Actor,
  query: ProcessingStepQueryParameters,
  versions: string[] | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: ProcessingStepRow[]; total: number }> {
  const where = and(visible(actor), ...conditions({ ...query.Filter, ids: versions }))
  const rows = await tx.orm
    .select()
    .from(processingStep)
    .where(where)
    .orderBy(...order(query.SortBy))
    .limit(page.limit)
    .offset(page.offset)
  const [counted] = await tx.orm.select({ total: count() }).from(processingStep).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function tagsOf(
  tx: Tx,
  actor: Actor,
  filter: ProcessingStepFilter,
  versions: string[] | undefined,
): Promise<string[]> {
  const where = and(visible(actor), ...conditions({ ...filter, ids: versions }))
  const rows = await tx.orm
    .selectDistinct({ tag: sql<string>`unnest(${processingStep.tags})` })
    .from(processingStep)
    .where(where)
    .orderBy(sql`1`)
    .limit(1000)
  return rows.map((row) => row.tag)
}

/** Function names and versions that a range of versions could pick from. */
export async function versionsNamed(tx: Tx, actor: Actor): Promise<{ id: string; version: string }[]> {
  return tx.orm
    .select({ id: processingStep.id, version: processingStep.version })
    .from(processingStep)
    .where(visible(actor))
}

function conditions(filter: ProcessingStepFilter & { ids?: string[] }): (SQL | undefined)[] {
  const name = filter.FunctionName ?? filter.FunctionNameContains
  const exact = filter.FunctionName && filter.FunctionNameMatchType === 'MatchExact'
  return [
    name
      ? exact
        ? eq(processingStep.functionName, name)
        : ilike(processingStep.functionName, containing(name))
      : undefined,
    filter.TitleContains ? ilike(processingStep.title, containing(filter.TitleContains)) : undefined,
    filter.DescriptionContains ? describes(filter.DescriptionContains) : undefined,
    filter.ids
      ? inArray(processingStep.id, filter.ids)
      : filter.Version
        ? eq(processingStep.version, filter.Version)
        : undefined,
    filter.TagsByAnd?.length ? arrayContains(processingStep.tags, filter.TagsByAnd) : undefined,
    filter.TagsByOr?.length ? arrayOverlaps(processingStep.tags, filter.TagsByOr) : undefined,
    filter.IsPublic == null ? undefined : eq(processingStep.isPublic, filter.IsPublic),
    filter.ShowHidden ? undefined : eq(processingStep.hidden, false),
    filter.ShowDeprecated === false ? isNull(processingStep.deprecatedAt) : undefined,
    filter.DeploymentState ? eq(processingStep.deploymentState, filter.DeploymentState) : undefined,
    filter.ShowPrerelease == null ? undefined : prerelease(filter.ShowPrerelease),
    filter.ProConVersion ? eq(processingStep.proconVersion, filter.ProConVersion) : undefined,
    filter.IsConfigured === false ? sql`false` : undefined,
  ]
}

function describes(text: string): SQL | undefined {
  const pattern = containing(text)
  return or(ilike(processingStep.shortDescription, pattern), ilike(processingStep.longDescription, pattern))
}

function prerelease(wanted: boolean): SQL {
  const is = sql`${processingStep.version} like '%-%'`
  return wanted ? is : not(is)
}

const BY_NAME_NEWEST = [
  asc(processingStep.functionName),
  desc(sql`${processingStep.versionKey} collate "C"`),
  asc(processingStep.id),
]

/** Without a wish the newest version of a name comes first, for clients take the first hit. */
function order(sort: ProcessingStepQueryParameters['SortBy']): SQL[] {
  const direction = sort?.SortType === 'Descending' ? desc : asc
  if (!sort?.PropertyName || sort.SortType === 'None') return BY_NAME_NEWEST
  const column = {
    Title: sql`lower(${processingStep.title})`,
    CreatedAt: sql`${processingStep.createdAt}`,
    LastModifiedAt: sql`${processingStep.modifiedAt}`,
    Version: sql`${processingStep.versionKey} collate "C"`,
  }[sort.PropertyName]
  return [direction(column), desc(sql`${processingStep.versionKey} collate "C"`), asc(processingStep.id)]
}

/** Inserts a version, or undefined when the owner has this name and version already. */
export async function insert(tx: Tx, row: typeof processingStep.$inferInsert): Promise<ProcessingStepRow | undefined> {
  const [made] = await tx.orm.insert(processingStep).values(row).onConflictDoNothing().returning()
  return made
}

/** The version an owner registered under a name. */
export async function named(
  tx: Tx,
  ownerId: string,
  functionName: string,
  version: string,
): Promise<ProcessingStepRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(processingStep)
    .where(
      and(
        eq(processingStep.ownerId, ownerId),
        eq(processingStep.functionName, functionName),
        eq(processingStep.version, version),
      ),
    )
  return row
}

/** Changes a step of the actor's own. False when it is not theirs. */
export async function update(
  tx: Tx,
  ownerId: string,
  id: string,
  change: Partial<ProcessingStepRow>,
): Promise<boolean> {
  const { rowCount } = await tx.orm
    .update(processingStep)
    .set({ ...change, modifiedAt: sql`now()` as never })
    .where(and(eq(processingStep.id, id), eq(processingStep.ownerId, ownerId)))
  return rowCount === 1
}
