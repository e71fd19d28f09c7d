import { createValue } from './value.ts'

/** Whether the dialog for a new organization is open. Any component may open it. */
export const creatingOrganization = createValue(false)
