/** Maximum age of a sign-in for changes with which someone could take over the account, and for exports of all data. */
export const FRESH_SECONDS = 600
/** Maximum age of a sign-in for changes of grants and roles. */
export const FRESH_ADMINISTRATION_SECONDS = 3600
