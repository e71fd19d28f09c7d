/* The texts of features/previews/notebook. */

export const notANotebook = 'This file is not a Jupyter notebook. Switch to Text to see its content.'
export const notebook = 'Notebook {name}'
export const thisNotebookHasNoCells = 'This notebook has no cells.'
export const raw = 'Raw'
export const outputOfTypeIsNotShown = 'Output of type {mediaType} is not shown.'
export const firstRowsAreShown = 'The first {shown} of {total} rows are shown.'
