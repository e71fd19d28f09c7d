import type { JobState } from '@millrace/contracts/job-states'
import type { JobQueryParameters } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { CUSTOM_PLAN } from '@millrace/db/auto-prepare'
import type { PageRequest, SortKey } from '@millrace/db/keyset'
import { COUNTED, countOf, hasMore, positionsOf, type RowPosition, SAMPLED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job } from '@millrace/db/schema/jobs'
import { distinctTags } from '@millrace/db/tag-lists'
import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerFilter } from '#access/scope.ts'
import { commonlyNamed } from './common-name.store.ts'
import {
  foundElsewhere,
  hasTab,
  isSearch,
  type JobConditions,
  jobConditions,
  NEEDS_ATTENTION,
  needsAttention,
  ofTab,
  withoutTab,
} from './job-conditions.store.ts'
import { countable, creationOrder, orderedAmong, orderedByKnownName, sampleOf, unordered } from './job-order.store.ts'

/*
 * Counts the matches of filters that the index on job states does not cover. The states of all matches, up to the count
 * limit, are read from covering indexes. The tags are read from the table, for up to SAMPLED matches only, because
 * reading 10,000 jobs would take 40 ms.
 */

/** What one statement finds for a filter: the counts of matching jobs and, where possible, the page of the list. */
export interface JobSearch {
  states: Partial<Record<JobState, number>>
  needsYou: number
  /** The number of matches in the tab, up to COUNTED. Null if the tab was not counted separately. */
  tab: number | null
  /** True if there are more matches than are counted. The counts then cover only SAMPLED matches. */
  more: boolean
  /** The positions of the jobs on the page. Null if the list has to search for them. */
  positions: RowPosition[] | null
  /** The tags of up to SAMPLED matches in the tab. Null if not enough of the tab's matches were read. */
  tags: string[] | null
}

/** The page that the list shows. */
export interface ListPage {
  sort: JobQueryParameters['SortBy']
  page: PageRequest
}

/** Counts the matches of a filter and collects the page that the list shows, in a single statement. */
export async function search(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  wanted: ListPage,
): Promise<JobSearch> {
  const elsewhere = foundElsewhere(ownerId, filter)
  const scan = isSearch(filter) ? searchOnce : scanTwice
  const named = wanted.sort?.PropertyName === 'Name' ? elsewhere?.named : undefined
  const ids = named ? sql`array(select job_id from named)` : elsewhere?.ids
  const sample = elsewhere?.named && commonlyNamed(ownerId, withoutTab(filter))
  const { size, tab, found, tags } = ids ? searchElsewhere(filter, ids, sample) : scan(ownerId, filter)
  const keys = creationOrder(wanted.sort)
  const positionsOfMany =
    keys && elsewhere?.inOrder && !hasTab(filter) ? positionsInOrder(elsewhere.inOrder, keys, wanted.page) : NONE
  const { rows } = await tx.orm.execute<JobSearch & { [column: string]: unknown }>(sql`${CUSTOM_PLAN}
    with ${named ? sql`named as materialized (${named}),` : sql``} ${size}, found as materialized (${found})
    select size.more, ${tab ?? sql`null::int`} as tab,
      coalesce((select json_object_agg(state, jobs) from (select state, count(*) as jobs from found group by state) as counted), '{}') as states,
      (select count(*)::int from found as ${job} where ${needsAttention()}) as "needsYou",
      case when size.more then (${positionsOfMany}) else (${positionsAmong(filter, wanted, named !== undefined)}) end as positions,
      ${tags} as tags
    from size`)
  return rows[0] ?? { states: {}, needsYou: 0, tab: 0, more: false, positions: [], tags: [] }
}

/** What is read for one tab if the filter has more matches than are counted. The tab itself may have fewer. */
type TabSearch = Pick<JobSearch, 'positions' | 'tags'> & { total: number }

/**
 * Counts the jobs in the tab, up to COUNTED, and returns the tags of up to SAMPLED of them. If there are fewer than
 * COUNTED, also returns the positions of the jobs on the page. So the conditions, which are slow to evaluate, are
 * evaluated only once.
 */
export async function searchTab(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  wanted: ListPage,
): Promise<TabSearch> {
  const { where } = unordered(ownerId, { ...filter, NeedsYou: false })
  const kinds = filter.NeedsYou ? NEEDS_ATTENTION : [undefined]
  const jobs = kinds.map((kind) => sql`select ${job.id}, ${job.createdAt} from ${job} where ${and(where, kind)}`)
  const { rows } = await tx.orm.execute<TabSearch & { [column: string]: unknown }>(sql`${CUSTOM_PLAN}
    with found as materialized (select * from (${sql.join(jobs, sql` union all `)}) as found limit ${ALL}),
      size as materialized (select count(*)::int as total from found)
    select total, case when total < ${ALL} then (${positionsAmong({}, wanted)}) end as positions, ${tagsInTab({})} as tags
    from size`)
  return rows[0] ?? { total: 0, positions: [], tags: [] }
}

/**
 * Parts of the statement: whether there are more matches than are counted, the number of jobs in the tab if it is
 * counted separately, the counted matches, and the tags.
 */
interface Parts {
  size: SQL
  tab?: SQL
  found: SQL
  tags: SQL
}

/** The columns contained in the covering indexes. */
const COVERED: AnyPgColumn[] = [job.id, job.ownerId, job.state, job.againOf, job.createdAt]
const columnsFor = (filter: JobConditions) => (filter.except?.length ? [...COVERED, job.stepId, job.cause] : COVERED)
const ALL = literal(COUNTED)
const SAMPLE = literal(SAMPLED)
const LIMIT = sql`limit (select case when more then ${SAMPLE} else ${ALL} end from size)`

/**
 * Builds the statement for filters that a covering index evaluates. Scanning the index twice is faster than
 * materializing 10,000 entries. If the tab is “needs attention”, the jobs in this tab are counted first. The other jobs
 * are counted only if the tab has fewer than COUNTED jobs.
 */
function scanTwice(ownerId: OwnerFilter, filter: JobConditions): Parts {
  const where = jobConditions(ownerId, filter) ?? sql`true`
  const inTab = unordered(ownerId, { ...filter, NeedsYou: false })
  const kinds = filter.NeedsYou ? NEEDS_ATTENTION : []
  const counts = kinds.map((kind) => countOf({ ...inTab, where: and(inTab.where, kind) }))
  const jobs = counts.length > 0 ? sql`least(${sql.join(counts, sql` + `)}, ${ALL})` : sql`null::int`
  const more = hasMore(countable(ownerId, withoutTab(filter)))
  return {
    size: sql`tab as materialized (select ${jobs} as jobs),
      size as materialized (select case when jobs = ${ALL} then true else ${more} end as more from tab)`,
    tab: sql`(select jobs from tab)`,
    found: sql`select ${sql.join(columnsFor(filter), sql`, `)} from ${job} where ${where} ${LIMIT}`,
    tags: tagsOf(sampleOf(ownerId, filter, sql`${job.id}`)),
  }
}

/**
 * Builds the statement for filters that are slow to evaluate. The matches are collected once, and then their tags are
 * looked up.
 */
function searchOnce(ownerId: OwnerFilter, filter: JobConditions): Parts {
  const matches = sql`select ${sql.join(columnsFor(filter), sql`, `)} from ${job} where ${jobConditions(ownerId, filter) ?? sql`true`}`
  return {
    size: sql`matches as materialized (${matches} limit ${ALL}),
      size as materialized (select count(*) = ${ALL} as more from matches)`,
    found: sql`select * from matches ${LIMIT}`,
    tags: tagsInTab(filter),
  }
}

const NO_SAMPLE = sql`select null::uuid[] as ids`

/**
 * Builds the statement for filters by name or tag, whose matches are found in other tables. Collecting ids in an array
 * takes half as long as collecting them in rows. Reading all jobs in one index scan takes a fifth less time than one
 * scan for each job. If `sample` selects ids, they belong to some of the matches, and there are more matches than are
 * counted.
 */
function searchElsewhere(filter: JobConditions, ids: SQL, sample = NO_SAMPLE): Parts {
  const read = (tags: SQL, some: SQL) =>
    sql`select ${sql.join([...columnsFor(filter), tags], sql`, `)} from ${job} where ${job.id} = any((select ${some} from size)::uuid[])`
  return {
    size: sql`sample as materialized (${sample}),
      matches as materialized (select coalesce(ids, ${ids}) as ids, ids is not null as "isSample" from sample),
      size as materialized (select ids, "isSample" or cardinality(ids) = ${ALL} as more from matches)`,
    found: sql`${read(sql`${job.tags}`, sql`ids[:${SAMPLE}]`)} union all
      ${read(sql`null`, sql`case when not more then ids[${SAMPLE} + 1:] end`)}`,
    tags: hasTab(filter)
      ? sql`case when not size.more then ${tagsInTab(filter)} end`
      : sql`(${distinctTags(sql`found`)})`,
  }
}

function tagsInTab(filter: JobConditions): SQL {
  const inTab = sql`select ${job.id} from found as ${job} where ${ofTab(filter) ?? sql`true`} limit ${SAMPLE}`
  return tagsOf(inTab)
}

/**
 * Returns SQL for the distinct tags of jobs. The ids are selected first, because a covering index contains them. If the
 * tags were selected directly, the planner would combine the indexes on steps and on states, which takes 19 ms instead
 * of 7 ms of CPU time for the failed jobs of a step.
 */
function tagsOf(ids: SQL): SQL {
  return sql`(${distinctTags(sql`${job} where ${job.id} = any(array(${ids}))`)})`
}

const NONE = sql`select null::json`

/**
 * Maximum number of jobs to look up for a page that is not ordered by creation. With more jobs, repeating the search in
 * the order of an index is faster.
 */
const LOOKED_UP_MAX = 5000

/**
 * Returns SQL for the ids and cursors of the jobs on the page (`RowPosition`). `found` must contain all matches. The
 * result is null if more than LOOKED_UP_MAX jobs would have to be looked up.
 */
function positionsAmong(filter: JobConditions, { sort, page }: ListPage, isNamed = false): SQL {
  const found = { from: sql`found as ${job}`, where: ofTab(filter), id: job.id }
  const byCreation = creationOrder(sort)
  if (byCreation) return asJson(positionsOf(found, byCreation, page))
  const ids = sql`select ${job.id} from ${found.from} where ${found.where ?? sql`true`}`
  const { source, keys } = isNamed ? orderedByKnownName(ids, sort) : orderedAmong(ids, sort)
  const positions = asJson(positionsOf(source, keys, page))
  if (isNamed) return positions
  return sql`select case when (select count(*) from (${ids}) as ids) <= ${literal(LOOKED_UP_MAX)} then (${positions}) end`
}

/**
 * Returns SQL for the positions of the jobs on the page. `inOrder` selects all matching jobs in order. Used if there
 * are more matches than are counted.
 */
function positionsInOrder(inOrder: SQL, keys: SortKey[], page: PageRequest): SQL {
  return asJson(positionsOf({ from: sql`(${inOrder}) as ${job}`, where: undefined, id: job.id }, keys, page))
}

function asJson(positions: SQL): SQL {
  return sql`select coalesce(json_agg(one), '[]') from (${positions}) as one`
}
