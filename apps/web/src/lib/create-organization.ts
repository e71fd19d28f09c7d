import { createValue } from './value.ts'

/** Whether the dialog for a new organization is open; anything may open it. */
export const creatingOrganization = createValue(false)
