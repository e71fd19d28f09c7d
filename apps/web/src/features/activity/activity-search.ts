import { ACTIVITY_RESOURCES } from '@millrace/contracts/activity'
import { oneOf, type SearchOf, searchReader } from '#lib/search-fields.ts'

/** The filter of the activity page, as search parameters. An unknown kind is ignored. */
export const ActivitySearch = searchReader({ resourceType: oneOf(ACTIVITY_RESOURCES) })
export type ActivitySearch = SearchOf<typeof ActivitySearch>
