/* The texts of features/previews/document. */

export const done = 'Done'
export const document = 'Document {name}'
export const theLastAreNotShown = 'The last {size} of the file is not shown.'
export const footnotes = 'Footnotes'
export const footnote = 'Footnote {id}'
export const backToFootnote = 'Back to the text, from footnote {id}'
