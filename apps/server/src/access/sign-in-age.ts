/** Maximum age of a sign-in for changes with which someone could take over the account, and for exports of all data. */
export const FRESH_SECONDS = 600
/** Maximum age of an administrator's sign-in for actions with which someone could take over accounts or gain rights. */
export const FRESH_ADMINISTRATION_SECONDS = 3600
