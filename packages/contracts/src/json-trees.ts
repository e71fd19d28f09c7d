import { z } from 'zod'

/** Selects the direct children of an object or array in a JSON file. */
export const ReadJsonParameters = z.object({
  /** Offset of the object or array in the file: `At` of a `JsonChild`. */
  At: z.int().min(0),
  /** 0-based index of the first child to return. */
  From: z.int().min(0).nullish(),
})
export type ReadJsonParameters = z.infer<typeof ReadJsonParameters>

export interface JsonChild {
  /** Null in an array. A long key is truncated and ends with `…`. */
  Key: string | null
  KeyIsCut: boolean
  At: number
  /** Number of children of an object or array. Null for other values. */
  Size: number | null
  /** The JSON of the value. If `IsCut`, only the beginning. */
  Text: string
  IsCut: boolean
}

/** Properties of class `JsonNode`: up to 100 direct children of an object or array, in the order of the file. */
export interface JsonNodeProperties {
  At: number
  From: number
  Total: number
  Children: JsonChild[]
}

/** Properties of class `JsonTree`: the outermost value of a JSON file. */
export interface JsonTreeProperties {
  Kind: 'tree'
  Root: JsonChild
  SizeInBytes: number
  /** Number of bytes read so far. A request for the link `Whole` waits until the rest of the file has been read. */
  BytesRead: number
  /**
   * Where and why the file stops being valid JSON; the tree contains everything before that position. Null if the part
   * that was read is valid.
   */
  Fault: string | null
  Encoding: string
}
