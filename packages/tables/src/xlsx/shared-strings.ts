import { stringText } from './cell-texts.ts'
import { elementsWithin } from './xml-elements.ts'

/**
 * The strings that cells share, read up to the highest index needed. Programs write the strings in the order in which
 * cells use them.
 */
export interface SharedStrings {
  /** The strings read so far. */
  readonly texts: readonly string[]
  /** Reads until the string at this index is known. False if there is no such string. */
  reach(index: number): Promise<boolean>
  /** Stops reading. Otherwise, the file would stay open unless all strings have been read. */
  close(): Promise<void>
}

/** Returns the shared strings in this part of the workbook. Empty if the workbook has no such part. */
export function sharedStrings(source: AsyncIterable<Buffer> | undefined): SharedStrings {
  const texts: string[] = []
  const batches = source && elementsWithin(source, 'sst', 'si')
  return {
    texts,
    async reach(index) {
      while (batches && index >= texts.length) {
        const { value, done } = await batches.next()
        if (done) break
        for (const { content } of value) texts.push(stringText(content))
      }
      return index < texts.length
    },
    async close() {
      await batches?.return(undefined)
    },
  }
}
