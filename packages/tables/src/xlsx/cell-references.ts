/** Returns the 0-based column of a cell reference such as `AB12`. */
export function columnIndex(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 32) - 96
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
