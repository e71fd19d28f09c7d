/* The texts of features/settings. */

export const account = 'Account'
export const activity = 'Activity'
export const apiKeys = 'API keys'
export const organization = 'Organization'
export const settings = 'Settings'
