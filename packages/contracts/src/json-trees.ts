import { z } from 'zod'

/** The part of a JSON file to show: the direct children of an object or array. */
export const ReadJsonParameters = z.object({
  /** Offset of the object or array in the file, as in `At` of a child. */
  At: z.int().min(0),
  /** 0-based index of the first child to return. */
  From: z.int().min(0).nullish(),
})
export type ReadJsonParameters = z.infer<typeof ReadJsonParameters>

/** A value in a JSON file. */
export interface JsonChild {
  /** Null in an array. A long key is truncated and ends with `…`. */
  Key: string | null
  KeyIsCut: boolean
  /** The offset of the value in the file. */
  At: number
  /** Number of children of an object or array. Null for other values. */
  Size: number | null
  /** The JSON of the value, or the start of it. */
  Text: string
  IsCut: boolean
}

/** Properties of class `JsonNode`: up to 100 direct children of an object or array, in the order of the file. */
export interface JsonNodeProperties {
  At: number
  From: number
  /** Number of children of the object or array. */
  Total: number
  Children: JsonChild[]
}

/** Properties of class `JsonTree`: the outermost value of a JSON file. */
export interface JsonTreeProperties {
  Kind: 'tree'
  Root: JsonChild
  SizeInBytes: number
  /** Number of bytes read so far. If that is not the whole file, the link `Whole` waits until all of it is read. */
  BytesRead: number
  /**
   * Where and why the file stops being valid JSON. The tree contains everything before that point. Null if no fault was
   * found in the part that was read.
   */
  Fault: string | null
  Encoding: string
}
