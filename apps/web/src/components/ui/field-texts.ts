/* The texts of form fields, apart from the others because sign-in loads them, too. */

export const changedResetToDefault = 'Changed. Reset to default'
export const resetToDefault = 'Reset to default'
