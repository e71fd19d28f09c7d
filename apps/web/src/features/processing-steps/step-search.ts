import type { ProcessingStepFilter } from '@millrace/contracts/processing-steps'
import * as z from 'zod/mini'
import { chosenColumns, linkCode } from '#lib/list-search.ts'

const text = z.catch(z.optional(z.coerce.string().check(z.minLength(1), z.maxLength(512))), undefined)
const flag = z.catch(z.optional(z.boolean()), undefined)

/** The state of the list of steps, which is its address. What does not fit falls back silently. */
export const StepListSearch = z.object({
  find: text,
  tag: text,
  category: text,
  view: z.catch(z.enum(['table', 'cards']), 'table'),
  columns: chosenColumns,
  /** Work data as a link code: only steps that take it. */
  fits: linkCode,
  IsPublic: flag,
  ShowHidden: z.catch(z.boolean(), false),
  ShowDeprecated: z.catch(z.boolean(), false),
  SortBy: z.catch(z.enum(['Title', 'CreatedAt', 'LastModifiedAt']), 'Title'),
  SortType: z.catch(z.enum(['None', 'Ascending', 'Descending']), 'Ascending'),
})
export type StepListSearch = z.output<typeof StepListSearch>

/** What the address leaves out. */
export const STEP_LIST_DEFAULTS = StepListSearch.parse({})

/** The part of the search that the server answers; words, tags and types are looked at here. */
export function stepFilterOf({ IsPublic, ShowHidden, ShowDeprecated }: StepListSearch): ProcessingStepFilter {
  return {
    ...(IsPublic === undefined ? {} : { IsPublic }),
    ...(ShowHidden ? { ShowHidden } : {}),
    ShowDeprecated,
  }
}

/** The list as it was before anybody filtered it; view, columns and sorting stay. */
export function withoutFilters({ view, columns, SortBy, SortType }: StepListSearch): StepListSearch {
  return { ...STEP_LIST_DEFAULTS, view, columns, SortBy, SortType }
}
