import { createValue } from './value.ts'

/** The organization that the user has just left or deleted in this tab, by its id. */
export const quitOrganization = createValue<string | undefined>(undefined)
