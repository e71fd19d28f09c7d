import { z } from 'zod'

/** The part of a JSON file to show: values that are directly in one of its objects or lists. */
export const ReadJsonParameters = z.object({
  /** The position of the object or list in the file, as `At` gives it. */
  At: z.int().min(0),
  /** The number of the first value, from 0. */
  From: z.int().min(0).nullish(),
})
export type ReadJsonParameters = z.infer<typeof ReadJsonParameters>

/** A value in a JSON file. */
export interface JsonChild {
  /** Null in a list. A long key is cut and ends with `…`. */
  Key: string | null
  KeyIsCut: boolean
  /** Its position in the file. */
  At: number
  /** The number of values in an object or list. Null for other values. */
  Size: number | null
  /** Its JSON, or the start of it. */
  Text: string
  IsCut: boolean
}

/** Properties of class `JsonNode`: up to 100 values that are directly in an object or list, in the order of the file. */
export interface JsonNodeProperties {
  At: number
  From: number
  /** How many values the object or list has. */
  Total: number
  Children: JsonChild[]
}

/** Properties of class `JsonTree`: the outermost value of a JSON file. */
export interface JsonTreeProperties {
  Kind: 'tree'
  Root: JsonChild
  SizeInBytes: number
  /** How much of the file was read. If it is not all, the link `Whole` waits until it is. */
  BytesRead: number
  /** Where the file stops being JSON. The tree has what precedes that. Null if all of it is JSON, as far as it was read. */
  Fault: string | null
  Encoding: string
}
