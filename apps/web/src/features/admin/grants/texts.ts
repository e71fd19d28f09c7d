/* The texts of features/admin/grants. */

export { add, addGrant, grant, grantedTo, grants, removeFrom } from '../texts.ts'

export const cancel = 'Cancel'
export const addHolder = 'Add a holder of {grant}'
export const holder = 'Holder'
export const admin = 'Admin'
export const searchHolders = 'Search holders'
export const grantsCouldNotBeLoaded = 'Grants could not be loaded'
export const noGrantsYet = 'No grants yet'
export const holdersOf = 'Holders of {grant}'
export const organizationFacts = 'Organization. {facts}'
