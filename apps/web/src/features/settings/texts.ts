/* The texts of features/settings, named after their first words. */

export const account = 'Account'
export const activity = 'Activity'
export const apiKeys = 'API keys'
export const organization = 'Organization'
export const settings = 'Settings'
