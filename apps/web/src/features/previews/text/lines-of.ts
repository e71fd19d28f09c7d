/** Maximum number of characters of a line that are shown, because browsers lay out longer lines too slowly. */
export const LINE_SHOWN = 20_000

/** Splits a text at any kind of line break. An empty line at the end is left out. */
export function linesOf(text: string): string[] {
  return withLineFeeds(text).replace(/\n$/, '').split('\n')
}

export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
