/** Browsers lay out a longer line too slowly. */
export const LINE_SHOWN = 20_000

/** The lines of a text with any line ends, without an empty one at the end. */
export function linesOf(text: string): string[] {
  return withLineFeeds(text).replace(/\n$/, '').split('\n')
}

/** Replaces CR LF and CR with LF. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
