import type { JobConditions } from '../apps/server/src/features/jobs/job-conditions.store.ts'
import type { StepConditions } from '../apps/server/src/features/processing-steps/steps.store.ts'
import { tagQueryOf } from '../apps/server/src/features/tags/tag-query.rules.ts'
import type { WorkDataConditions } from '../apps/server/src/features/work-data/work-data-list.store.ts'

/** A list as users request it. */
export interface ListCase<F> {
  name: string
  filter: F
  /** The condition that an engineer would type to find the same rows. */
  plain: string
  /** A tag query as clients send it. `filter` contains the parsed query. */
  tagQuery?: string
  sort?: string
  descending?: boolean
  offset?: number
  /** True if only administrators may use the filter. */
  forAdmins?: boolean
}

/** Ids for filters. They belong to the owner with the most jobs. */
export interface CaseIds {
  steps: { most: string; fewest: string }
  workData: string
  parent: string
}

const at = { late: '2025-11-01T00:00:00Z', early: '2024-03-01T00:00:00Z' }
const VISIBLE = 'not hidden'

function only<F>(name: string, filter: F, plain: string, more: Partial<ListCase<F>> = {}): ListCase<F> {
  return { name, filter, plain: `${VISIBLE} and ${plain}`, ...more }
}

function queried<F>(tagQuery: string, plain: string): ListCase<F> {
  return only(`tag query ${tagQuery}`, { tagQuery: tagQueryOf(tagQuery) } as F, plain, { tagQuery })
}

function sorted<F>(sorts: string[], directions: boolean[]): ListCase<F>[] {
  const base = { filter: {} as F, plain: VISIBLE }
  return sorts.flatMap((sort) => [
    ...directions.map((descending) => ({
      ...base,
      name: `by ${sort}${descending ? ', descending' : ''}`,
      sort,
      descending,
    })),
    { ...base, name: `by ${sort}, offset 10,000`, sort, offset: 10_000 },
  ])
}

const NEEDS_YOU = `(state = 'Created' and created_at < now() - interval '1 day' or state in ('Error', 'DataMissing') and not exists (
  select from job later where later.owner_id = job.owner_id and later.again_of = coalesce(job.again_of, job.id) and later.created_at > job.created_at
    and later.state not in ('Created', 'ReadyForProcessing', 'Canceled')))`

/** Returns a case for every filter and sort of jobs. The values of the filters occur in many, some or few jobs. */
export function jobCases({ steps, workData, parent }: CaseIds): ListCase<JobConditions>[] {
  return [
    { name: 'no filter', filter: {}, plain: VISIBLE },
    only('no sub-jobs', { IsSubJob: false }, 'parent_id is null'),
    only('sub-jobs', { IsSubJob: true }, 'parent_id is not null'),
    { name: 'hidden too', filter: { ShowHidden: true }, plain: 'true' },
    only('state of many', { State: 'Error' }, `state = 'Error'`),
    only('state of few', { State: 'DataMissing' }, `state = 'DataMissing'`),
    only('needs you', { NeedsYou: true }, NEEDS_YOU),
    only('needs you, of a step', { NeedsYou: true, stepId: steps.most }, `step_id = '${steps.most}' and ${NEEDS_YOU}`),
    only('needs you, sub-jobs', { NeedsYou: true, IsSubJob: true }, `parent_id is not null and ${NEEDS_YOU}`),
    only('needs you, of a worker', { NeedsYou: true, WorkerId: 'worker 3' }, `worker = 'worker 3' and ${NEEDS_YOU}`, {
      forAdmins: true,
    }),
    only('name of all', { Name: 'clean' }, `name ilike '%clean%'`),
    only('name of many', { Name: 'turbidity' }, `name ilike '%turbidity%'`),
    only('name of some', { Name: 'rhine gauge' }, `name ilike '%rhine gauge%'`),
    only('name of few', { Name: 'rhine gauge north 17' }, `name ilike '%rhine gauge north 17%'`),
    only('name of none', { Name: 'zebra' }, `name ilike '%zebra%'`),
    only('tag of many', { TagsByAnd: ['river=3'] }, `tags @> '{river=3}'`),
    only('tag of few', { TagsByAnd: ['campaign=399'] }, `tags @> '{campaign=399}'`),
    only('two tags', { TagsByAnd: ['river=3', 'campaign=5'] }, `tags @> '{river=3,campaign=5}'`),
    only(
      'any of three tags',
      { TagsByOr: ['campaign=300', 'campaign=5', 'raw'] },
      `tags && '{campaign=300,campaign=5,raw}'`,
    ),
    queried(
      'campaign = 300 or (river = 3 and campaign = 5)',
      `(tags @> '{campaign=300}' or tags @> '{river=3,campaign=5}')`,
    ),
    queried('river = 3 and not campaign = 5', `tags @> '{river=3}' and not tags @> '{campaign=5}'`),
    only('step of many', { stepId: steps.most }, `step_id = '${steps.most}'`),
    only('step of few', { stepId: steps.fewest }, `step_id = '${steps.fewest}'`),
    only(
      'work data',
      { workDataId: workData },
      `id in (select job_id from job_input where work_data_id = '${workData}')`,
    ),
    only('parent', { parentId: parent }, `parent_id = '${parent}'`),
    only('created after', { CreatedAfter: at.late }, `created_at > '${at.late}'`),
    only('created before', { CreatedBefore: at.early }, `created_at < '${at.early}'`),
    ...sorted<JobConditions>(['Name', 'CreatedAt', 'CompletedAt'], [false, true]),
    ...combinedJobCases(steps.most),
  ]
}

/** Returns cases with several filters and sorts at once. */
function combinedJobCases(step: string): ListCase<JobConditions>[] {
  const failed = `state = 'Error'`
  const tagged = `tags @> '{river=3}'`
  const ofStep = `step_id = '${step}'`
  const [named, namedOften] = [`name ilike '%rhine gauge%'`, `name ilike '%turbidity%'`]
  const byCompletion = { sort: 'CompletedAt', descending: true }
  return [
    only('tag, needs you', { TagsByAnd: ['river=3'], NeedsYou: true }, `${tagged} and ${NEEDS_YOU}`),
    only('name of some, by Name', { Name: 'rhine gauge' }, named, { sort: 'Name' }),
    only('name of many, by Name', { Name: 'turbidity' }, namedOften, { sort: 'Name' }),
    only('name of many, by CompletedAt', { Name: 'turbidity' }, namedOften, byCompletion),
    only('name, needs you', { Name: 'rhine gauge', NeedsYou: true }, `${named} and ${NEEDS_YOU}`),
    only('name of many, state', { Name: 'turbidity', State: 'Error' }, `${namedOften} and ${failed}`),
    only(
      'state, name, tag',
      { State: 'Error', Name: 'turbidity', TagsByAnd: ['river=3'] },
      `${failed} and ${namedOften} and ${tagged}`,
    ),
    only(
      'tag, state, by CompletedAt',
      { TagsByAnd: ['river=3'], State: 'Error' },
      `${tagged} and ${failed}`,
      byCompletion,
    ),
    only('tag, by Name', { TagsByAnd: ['river=3'] }, tagged, { sort: 'Name' }),
    only('step, state, by CompletedAt', { stepId: step, State: 'Error' }, `${ofStep} and ${failed}`, byCompletion),
    only(
      'step, tag, created after',
      { stepId: step, TagsByAnd: ['river=3'], CreatedAfter: at.late },
      `${ofStep} and ${tagged} and created_at > '${at.late}'`,
    ),
    only('state, by Name', { State: 'Error' }, failed, { sort: 'Name' }),
    only(
      'worker, state, by CompletedAt',
      { WorkerId: 'worker 3', State: 'Error' },
      `worker = 'worker 3' and ${failed}`,
      { ...byCompletion, forAdmins: true },
    ),
  ]
}

export function workDataCases({ steps }: CaseIds): ListCase<WorkDataConditions>[] {
  return [
    { name: 'no filter', filter: {}, plain: VISIBLE },
    only('name', { NameContains: 'rhine gauge' }, `name ilike '%rhine gauge%'`),
    only('media type', { MediaTypeContains: 'parquet' }, `media_type ilike '%parquet%'`),
    only('kind', { IsKind: 'ProcessingArtefact' }, `kind = 'ProcessingArtefact'`),
    only('kind of none', { IsKind: 'Monitoring' }, `kind = 'Monitoring'`),
    only('deletable', { IsDeletable: true }, 'deletable'),
    only('tag', { TagsByAnd: ['campaign=5'] }, `tags @> '{campaign=5}'`),
    only('producer', { producerStepId: steps.most }, `produced_by_step = '${steps.most}'`),
    only('created after', { CreatedAfter: at.late }, `created_at > '${at.late}'`),
    ...sorted<WorkDataConditions>(['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt'], [false]),
  ]
}

export function stepCases(): ListCase<StepConditions>[] {
  return [
    { name: 'no filter', filter: {}, plain: VISIBLE },
    only('title', { TitleContains: 'rhine gauge' }, `title ilike '%rhine gauge%'`),
    only(
      'description',
      { DescriptionContains: 'rainfall' },
      `(short_description ilike '%rainfall%' or long_description ilike '%rainfall%')`,
    ),
    only('function name', { FunctionNameContains: 'function_1' }, `function_name ilike '%function_1%'`),
    only('public', { IsPublic: true }, 'is_public'),
    only('tag', { TagsByAnd: ['kind=3'] }, `tags @> '{kind=3}'`),
    ...sorted<StepConditions>(['Title', 'CreatedAt', 'LastModifiedAt', 'Version'], [false]).filter(
      (list) => !list.offset,
    ),
  ]
}
