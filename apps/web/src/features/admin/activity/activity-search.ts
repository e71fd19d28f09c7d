import { ACTIVITY_ACTIONS, ACTIVITY_RESOURCES } from '@millrace/contracts/activity'
import { oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

/** The filters of the activity log, as search parameters. Invalid values are ignored. */
export const ActivitySearch = searchReader({
  action: oneOf(ACTIVITY_ACTIONS),
  resourceType: oneOf(ACTIVITY_RESOURCES),
  organizationId: searchText(100),
  userId: searchText(100),
  search: searchText(200),
})
export type ActivitySearch = SearchOf<typeof ActivitySearch>
