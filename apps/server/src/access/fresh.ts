/** How recent a session must be for changes with which someone could take over the account, and for exports of all data. */
export const FRESH_SECONDS = 600
/** How recent a session must be for changes of grants and roles. */
export const FRESH_ADMINISTRATION_SECONDS = 3600
