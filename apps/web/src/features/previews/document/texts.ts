/* The texts of features/previews/document. */

export const done = 'Done'
export const document = 'Document {name}'
export const theLastAreNotShown = 'The last {size} of the file is not shown.'
