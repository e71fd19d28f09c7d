export const order = 'order'
export const onlyIf = '“Only if”'
export const forEachItem = '“For each item”'
