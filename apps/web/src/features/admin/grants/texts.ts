/* The texts of features/admin/grants. */

export const addAHolderOf = (grant: string | number) => `Add a holder of ${grant}`
export const addGrant = 'Add grant'
export const grant = 'Grant'
export const holder = 'Holder'
export const admin = 'Admin'
export const grants = 'Grants'
export const searchHolders = 'Search holders'
export const grantsCouldNotBeLoaded = 'Grants could not be loaded'
export const noGrantsYet = 'No grants yet'
export const holdersOf = (grantId: string | number) => `Holders of ${grantId}`
export const add = 'Add'
export const addAHolderTo = (grantId: string | number) => `Add a holder of ${grantId}`
export const organizationFacts = (facts: string | number) => `Organization. ${facts}`
export const removeFrom = (grantId: string | number, name: string | number) => `Remove ${grantId} from ${name}`
export const grantedTo = (grant: string | number, name: string | number) => `${grant} granted to ${name}`
