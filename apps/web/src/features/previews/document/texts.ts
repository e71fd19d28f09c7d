/* The texts of features/previews/document. */

export const done = 'Done'
export const document = (name: string | number) => `Document ${name}`
export const theLastAreNotShown = (bytesLeftOut: string | number) => `The last ${bytesLeftOut} are not shown.`
