import type { JobConditions } from '../apps/server/src/features/jobs/job-conditions.ts'
import type { WorkDataConditions } from '../apps/server/src/features/work-data/work-data-list.store.ts'

/** A list as a user requests it. */
export interface ListCase<F> {
  name: string
  filter: F
  sort?: string
  descending?: boolean
  offset?: number
}

/** Ids for the filters, from the owner with the most jobs. */
export interface CaseIds {
  steps: { most: string; fewest: string }
  workData: string
  parent: string
}

const at = { late: '2025-11-01T00:00:00Z', early: '2024-03-01T00:00:00Z' }

/** Every filter and sort of jobs, each separately, with values that many, some and few jobs have. */
export function jobCases({ steps, workData, parent }: CaseIds): ListCase<JobConditions>[] {
  return [
    { name: 'no filter', filter: {} },
    { name: 'no sub-jobs', filter: { IsSubJob: false } },
    { name: 'sub-jobs', filter: { IsSubJob: true } },
    { name: 'hidden too', filter: { ShowHidden: true } },
    { name: 'state of many', filter: { State: 'Error' } },
    { name: 'state of few', filter: { State: 'DataMissing' } },
    { name: 'needs you', filter: { NeedsYou: true } },
    { name: 'name of all', filter: { Name: 'clean' } },
    { name: 'name of some', filter: { Name: 'rhine gauge' } },
    { name: 'name of few', filter: { Name: 'rhine gauge north 17' } },
    { name: 'name of none', filter: { Name: 'zebra' } },
    { name: 'tag of many', filter: { TagsByAnd: ['river=3'] } },
    { name: 'tag of few', filter: { TagsByAnd: ['campaign=399'] } },
    { name: 'two tags', filter: { TagsByAnd: ['river=3', 'campaign=5'] } },
    { name: 'any of three tags', filter: { TagsByOr: ['campaign=300', 'campaign=5', 'raw'] } },
    { name: 'step of many', filter: { stepId: steps.most } },
    { name: 'step of few', filter: { stepId: steps.fewest } },
    { name: 'work data', filter: { workDataId: workData } },
    { name: 'parent', filter: { parentId: parent } },
    { name: 'created after', filter: { CreatedAfter: at.late } },
    { name: 'created before', filter: { CreatedBefore: at.early } },
    ...['Name', 'CreatedAt', 'CompletedAt'].flatMap((sort) => [
      { name: `by ${sort}`, filter: {}, sort },
      { name: `by ${sort}, descending`, filter: {}, sort, descending: true },
      { name: `by ${sort}, offset 10,000`, filter: {}, sort, offset: 10_000 },
    ]),
  ]
}

export function workDataCases({ steps }: CaseIds): ListCase<WorkDataConditions>[] {
  return [
    { name: 'no filter', filter: {} },
    { name: 'name', filter: { NameContains: 'rhine gauge' } },
    { name: 'media type', filter: { MediaTypeContains: 'parquet' } },
    { name: 'kind', filter: { IsKind: 'ProcessingArtefact' } },
    { name: 'kind of none', filter: { IsKind: 'Monitoring' } },
    { name: 'deletable', filter: { IsDeletable: true } },
    { name: 'tag', filter: { TagsByAnd: ['campaign=5'] } },
    { name: 'producer', filter: { producerStepId: steps.most } },
    { name: 'created after', filter: { CreatedAfter: at.late } },
    ...['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt'].flatMap((sort) => [
      { name: `by ${sort}`, filter: {}, sort },
      { name: `by ${sort}, offset 10,000`, filter: {}, sort, offset: 10_000 },
    ]),
  ]
}
