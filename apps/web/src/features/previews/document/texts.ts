/* The texts of features/previews/document, named after their first words. */

export const done = 'Done'
export const document = (name: string | number) => `Document ${name}`
export const theLastAreNotShown = (bytesLeftOut: string | number) => `The last ${bytesLeftOut} are not shown.`
