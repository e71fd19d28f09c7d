import { stringText } from './cell-texts.ts'
import { elementsWithin } from './xml-elements.ts'

/**
 * The strings that cells share. They are read only as far as cells refer to them, because programs write them in the
 * order in which the cells need them.
 */
export interface SharedStrings {
  /** Those that were read. */
  readonly texts: readonly string[]
  /** Reads until this one is known. False if there is none. */
  reach(index: number): Promise<boolean>
  /** Ends the reading. Otherwise, what was not read would keep the file open. */
  close(): Promise<void>
}

/** The shared strings in this part of the workbook. None if it has no such part. */
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
