/* The texts of features/admin/grants, named after their first words. */

export const addAHolderOf = (given: string | number) => `Add a holder of ${given}`
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
export const addAHolderOfGrantId = (grantId: string | number) => `Add a holder of ${grantId}`
export const organization = (given: string | number) => `Organization. ${given}`
export const removeFrom = (grantId: string | number, name: string | number) => `Remove ${grantId} from ${name}`
