import type { Filter } from '#components/ui/filter-bar.tsx'
import { createdFilters, hiddenFilter, tagFilters } from '#components/ui/list-filters.tsx'
import { refined } from '#lib/list-search.ts'
import { ownTags } from '../workflow-tags.ts'
import * as texts from './texts.ts'
import type { WorkflowListSearch } from './workflow-list-search.ts'

/**
 * Returns the filters of the explorer with their values, and functions to edit and clear them. `tags` are suggestions.
 */
export function workflowFilters(
  search: WorkflowListSearch,
  onSearch: (search: WorkflowListSearch) => void,
  tags: readonly string[],
): Filter[] {
  const set = (change: Partial<WorkflowListSearch>) => onSearch(refined(search, change))
  return [
    ...tagFilters(search, set, ownTags(tags)),
    ...createdFilters(search, set),
    hiddenFilter(texts.earlierVersionsAre, search, set),
  ]
}
