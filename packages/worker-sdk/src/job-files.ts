import type { FilePart } from './messages.ts'

/** Prefixes of files in a job's folder: the inputs that the worker downloads and the outputs that it stores. */
export const INPUT_PREFIX = '.input-'
export const OUTPUT_PREFIX = '.output-'

/** Returns the file name of an input, or of a part that is downloaded separately. */
export function inputName(at: number, part: FilePart | undefined): string {
  return `${INPUT_PREFIX}${at}${part ? `-from-${part.start}-${part.bytes}` : ''}`
}
