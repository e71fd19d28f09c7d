import type { ProcessingStepFilter, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { Tx } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { CUSTOM_PLAN } from '@millrace/db/auto-prepare'
import { type Cursor, orderOf, type PageRequest, type SortKey } from '@millrace/db/keyset'
import { includes } from '@millrace/db/like'
import { COUNTED, findPositions, type ListSource, pageOfRows } from '@millrace/db/lists'
import { preparedQuery } from '@millrace/db/prepared-query'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import { hasWorker, ownerName, type ShownStep } from '@millrace/db/shown-steps'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { type TagFilter, type Tagged, tagConditions } from '@millrace/db/tag-conditions'
import { distinctTags, tagsOfRows, type UsedTag } from '@millrace/db/tag-lists'
import { and, desc, eq, getTableColumns, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '#access/actor.ts'

/**
 * Limits a query to the steps that this owner can see: the owner’s own steps and public steps. Undefined for all steps,
 * which only administrators can find.
 */
export type StepVisibility = Pick<Actor, 'ownerId'> | undefined

/** A filter whose version has been converted to a single version, or to the ids of the versions in a range. */
export interface StepConditions extends Omit<ProcessingStepFilter, 'Version' | keyof TagFilter>, TagFilter {
  version?: string
  ids?: string[]
  isImpossible?: boolean
}

function visible(visibility: StepVisibility): SQL | undefined {
  return visibility && or(eq(processingStep.ownerId, visibility.ownerId), eq(processingStep.isPublic, true))
}

const SHOWN = {
  ...getTableColumns(processingStep),
  hasWorker: hasWorker(processingStep.workerSeenAt, processingStep.executor),
  ownerName: ownerName(sql`processing_step.owner_id`),
}

export async function find(tx: Tx, visibility: StepVisibility, id: string): Promise<ShownStep | undefined> {
  const [row] = await tx.orm
    .select(SHOWN)
    .from(processingStep)
    .where(and(eq(processingStep.id, id), visible(visibility)))
  return row
}

export async function lock(tx: Tx, visibility: StepVisibility, id: string): Promise<ProcessingStepRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(processingStep)
    .where(and(eq(processingStep.id, id), visible(visibility)))
    .for('update')
  return row
}

export async function ownedAmong(tx: Tx, ownerId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.orm
    .select({ id: processingStep.id })
    .from(processingStep)
    .where(and(inArray(processingStep.id, ids), eq(processingStep.ownerId, ownerId)))
  return new Set(rows.map((row) => row.id))
}

interface Wanted {
  sort: ProcessingStepQueryParameters['SortBy']
  page: PageRequest
  withTags: boolean
}

/** Maximum number of ids passed from the search to the list. With more, evaluating the filter again is as fast. */
const AMONG_MAX = 500

/**
 * Returns a page of the steps that match a filter, with the number of all matches and, if requested, their tags. If at
 * most `AMONG_MAX` steps match, the filter is evaluated only once, because searching the descriptions of 1,000 steps
 * takes 5 ms.
 */
export async function findPage(
  tx: Tx,
  visibility: StepVisibility,
  filter: StepConditions,
  { sort, page, withTags }: Wanted,
) {
  const { total, ids, tags } = await search(tx, visibility, filter)
  const { rows, last } = await list(tx, visibility, ids ? { ids, ShowHidden: true } : filter, sort, page)
  return { rows, last, total, tags: withTags ? tags : null }
}

interface Found extends Record<string, unknown> {
  total: number
  ids: string[] | null
  tags: string[]
}

async function search(tx: Tx, visibility: StepVisibility, filter: StepConditions): Promise<Found> {
  const { from, where } = listed(visibility, filter)
  const { rows } = await tx.orm.execute<Found>(sql`${CUSTOM_PLAN}
    with found as materialized (
      select ${processingStep.id}, ${processingStep.tags} from ${from} where ${where ?? sql`true`} limit ${COUNTED})
    select count(*)::int as total, case when count(*) <= ${AMONG_MAX} then coalesce(array_agg(id), '{}') end as ids,
      (${distinctTags(sql`found`)}) as tags from found`)
  return rows[0] ?? { total: 0, ids: [], tags: [] }
}

async function list(
  tx: Tx,
  visibility: StepVisibility,
  filter: StepConditions,
  sort: ProcessingStepQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: ShownStep[]; last: Cursor | undefined }> {
  const positions = await findPositions(tx, listed(visibility, filter), sortKeys(visibility, sort), page)
  if (positions.length === 0) return { rows: [], last: undefined }
  const found = await tx.orm
    .select({ ...SHOWN, bytes: BYTES })
    .from(processingStep)
    .where(sql`${processingStep.id} = any(${sql.param(positions.map(({ id }) => id))}::uuid[])`)
  return pageOfRows(positions, found, page)
}

/**
 * Counts the entries of the list of steps. All versions of an owner's function are one entry. Hidden and deprecated
 * versions do not count.
 */
export async function countFunctions(tx: Tx, visibility: StepVisibility): Promise<number> {
  const { from, where } = listed(visibility, { ShowDeprecated: false })
  const { rows } = await tx.orm.execute<{ count: number }>(
    sql`select count(distinct (owner_id, function_name))::int as count from ${from} where ${where ?? sql`true`}`,
  )
  return rows[0]?.count ?? 0
}

/** SQL for the approximate size of a step in a document, in bytes. */
const BYTES =
  sql<number>`(2 * octet_length(${processingStep.manifest}::text) + 3 * octet_length(${processingStep.tags}::text))`.mapWith(
    Number,
  )

/** Returns the tags of the steps that match a filter, each with its number of steps. */
export function tagsOf(tx: Tx, visibility: StepVisibility, filter: StepConditions): Promise<UsedTag[]> {
  return tagsOfRows(tx, listed(visibility, filter), processingStep.tags)
}

function listed(visibility: StepVisibility, filter: StepConditions): ListSource {
  const where = and(visible(visibility), ...conditions(filter))
  return { from: sql`${processingStep}`, where, id: processingStep.id }
}

const TAGGED = { kind: 'ProcessingStep', id: processingStep.id } satisfies Tagged

/** Returns the visible versions of one or all functions. The recommended version of a function comes first. */
export async function versionsOf(
  tx: Tx,
  visibility: StepVisibility,
  functionName: string | undefined,
): Promise<{ id: string; version: string }[]> {
  return tx.orm
    .select({ id: processingStep.id, version: processingStep.version })
    .from(processingStep)
    .where(
      and(visible(visibility), functionName === undefined ? undefined : eq(processingStep.functionName, functionName)),
    )
    .orderBy(...orderOf(recommended(visibility)))
}

const NAMED_VERSION = {
  id: processingStep.id,
  ownerId: processingStep.ownerId,
  title: processingStep.title,
  functionName: processingStep.functionName,
  version: processingStep.version,
  executor: processingStep.executor,
  deterministic: processingStep.deterministic,
  isPublic: processingStep.isPublic,
  deprecatedAt: processingStep.deprecatedAt,
  deploymentState: processingStep.deploymentState,
  parameterSchema: processingStep.parameterSchema,
  defaultParameters: processingStep.defaultParameters,
  inputSlots: processingStep.inputSlots,
  outputSlots: processingStep.outputSlots,
}
export type NamedVersion = Pick<ProcessingStepRow, keyof typeof NAMED_VERSION>

/** Returns the visible versions of the named functions, except versions without a manifest. */
export function versionsNamed(tx: Tx, visibility: StepVisibility, names: string[]): Promise<NamedVersion[]> {
  const isNamed = sql`${processingStep.functionName} = any(${sql.param(names)}::text[])`
  return tx.orm
    .select(NAMED_VERSION)
    .from(processingStep)
    .where(and(visible(visibility), isNamed, configured(true)))
}

/** Returns the versions with these ids. In a user's transaction, omits private versions of other owners. */
export function versionsById(tx: Tx, ids: string[]): Promise<NamedVersion[]> {
  return versionsWithIds(tx, { ids })
}

const versionsWithIds = preparedQuery((orm) =>
  orm
    .select(NAMED_VERSION)
    .from(processingStep)
    .where(sql`${processingStep.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('versions_with_ids'),
)

/** Returns which of the steps are used by jobs of any owner. Requires a system transaction. */
export async function used(tx: Tx, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select wanted as id from unnest($1::uuid[]) as wanted where exists (select 1 from job where step_id = wanted)',
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}

function conditions(filter: StepConditions): (SQL | undefined)[] {
  const name = filter.FunctionName ?? filter.FunctionNameContains
  const exact = filter.FunctionName && filter.FunctionNameMatchType === 'MatchExact'
  return [
    name ? (exact ? eq(processingStep.functionName, name) : contains(processingStep.functionName, name)) : undefined,
    filter.TitleContains ? contains(processingStep.title, filter.TitleContains) : undefined,
    filter.DescriptionContains ? describes(filter.DescriptionContains) : undefined,
    filter.isImpossible ? sql`false` : undefined,
    filter.ids ? sql`${processingStep.id} = any(${sql.param(filter.ids)}::uuid[])` : undefined,
    filter.version ? eq(processingStep.version, filter.version) : undefined,
    tagConditions(TAGGED, undefined, filter),
    filter.IsPublic == null ? undefined : eq(processingStep.isPublic, filter.IsPublic),
    filter.ShowHidden ? undefined : eq(processingStep.hidden, false),
    filter.ShowDeprecated === false ? isNull(processingStep.deprecatedAt) : undefined,
    filter.DeploymentState ? eq(processingStep.deploymentState, filter.DeploymentState) : undefined,
    filter.ShowPrerelease == null ? undefined : prerelease(filter.ShowPrerelease),
    filter.ProConVersion ? eq(processingStep.proconVersion, filter.ProConVersion) : undefined,
    filter.IsConfigured == null ? undefined : configured(filter.IsConfigured),
  ]
}

/** For columns without an index. `includes` takes three quarters of the time of ILIKE. */
function contains(column: AnyPgColumn, text: string): SQL {
  return includes(sql`${column}`, text)
}

function describes(text: string): SQL | undefined {
  return or(contains(processingStep.shortDescription, text), contains(processingStep.longDescription, text))
}

function prerelease(wanted: boolean): SQL {
  const is = sql`${processingStep.version} like '%-%'`
  return wanted ? is : not(is)
}

function configured(wanted: boolean): SQL {
  const is = sql`${processingStep.manifest}::jsonb ? 'function_name'`
  return wanted ? is : not(is)
}

const VERSION = { by: sql`${processingStep.versionKey} collate "C"`, kind: 'text' } satisfies SortKey
const NEWEST = { ...VERSION, descending: true } satisfies SortKey
const ID = { by: processingStep.id, kind: 'uuid' } satisfies SortKey

/**
 * Returns sort keys that put the recommended version of a function first, because clients use the first result. Own and
 * built-in steps precede others, so that users cannot attract jobs by publishing a step under a well-known name.
 */
function recommended(visibility: StepVisibility): readonly SortKey[] {
  const isOf = (ownerId: string): SortKey => ({
    by: sql`(${processingStep.ownerId} <> ${ownerId}::uuid)`,
    kind: 'boolean',
  })
  return [
    { by: processingStep.functionName, kind: 'text' },
    ...(visibility ? [isOf(visibility.ownerId)] : []),
    isOf(SYSTEM_OWNER_ID),
    { by: sql`(${processingStep.deprecatedAt} is not null)`, kind: 'boolean' },
    { by: sql`(${processingStep.version} like '%-%')`, kind: 'boolean' },
    NEWEST,
    ID,
  ]
}

const SORTED = {
  Title: { by: sql`${processingStep.title} collate "natural"`, kind: 'text' },
  CreatedAt: { by: processingStep.createdAt, kind: 'instant' },
  LastModifiedAt: { by: processingStep.modifiedAt, kind: 'instant' },
  Version: VERSION,
} satisfies Record<string, SortKey>

function sortKeys(visibility: StepVisibility, sort: ProcessingStepQueryParameters['SortBy']): readonly SortKey[] {
  if (!sort?.PropertyName || sort.SortType === 'None') return recommended(visibility)
  return [{ ...SORTED[sort.PropertyName], descending: sort.SortType === 'Descending' }, NEWEST, ID]
}

/** Inserts a version and returns it. Undefined if the owner already has a step with this name and version. */
export async function insert(tx: Tx, row: typeof processingStep.$inferInsert): Promise<ProcessingStepRow | undefined> {
  const [made] = await tx.orm.insert(processingStep).values(row).onConflictDoNothing().returning()
  return made
}

/** Locks a name for publishing. If another owner has a public step of this name, returns that owner's name. */
export async function lockPublicName(
  tx: Tx,
  { functionName, ownerId }: ProcessingStepRow,
): Promise<string | undefined> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [functionName, LOCKS.publicStepName])
  const { rows } = await tx.query<{ name: string }>(
    `select owner.name from processing_step join owner on owner.id = owner_id
     where function_name = $1 and is_public and owner_id <> $2 order by processing_step.created_at limit 1`,
    [functionName, ownerId],
  )
  return rows[0]?.name
}

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

/**
 * Returns the id of the newest version that an owner registered under a name and that workers may run. Undefined if
 * there is none.
 */
export async function newestNamed(tx: Tx, ownerId: string, functionName: string): Promise<string | undefined> {
  const [row] = await tx.orm
    .select({ id: processingStep.id })
    .from(processingStep)
    .where(
      and(
        eq(processingStep.ownerId, ownerId),
        eq(processingStep.functionName, functionName),
        eq(processingStep.deploymentState, 'External'),
      ),
    )
    .orderBy(desc(processingStep.versionKey))
    .limit(1)
  return row?.id
}

/** Updates columns of a step, and its modification time. */
export async function update(tx: Tx, id: string, change: Partial<ProcessingStepRow>): Promise<void> {
  await tx.orm
    .update(processingStep)
    .set({ ...change, modifiedAt: sql`now()` as never })
    .where(eq(processingStep.id, id))
}

/** Deletes a step, but keeps the work data that it produced. Requires a system transaction. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('update work_data set produced_by_step = null where produced_by_step = $1', [id])
  await tx.orm.delete(processingStep).where(eq(processingStep.id, id))
}

/**
 * Suspends every step in the state External, including the step that runs workflows. Returns the suspended steps.
 * Requires a system transaction.
 */
export async function suspendAll(tx: Tx): Promise<ProcessingStepRow[]> {
  return tx.orm
    .update(processingStep)
    .set({ deploymentState: 'ExternalSuspended', modifiedAt: sql`now()` as never })
    .where(eq(processingStep.deploymentState, 'External'))
    .returning()
}
