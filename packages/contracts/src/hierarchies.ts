import { z } from 'zod'

/** Selects a group or dataset of a hierarchical file. */
export const ReadNodeParameters = z.object({
  /** The path as listed, such as `/run/level`. */
  Path: z.string().max(4000),
})
export type ReadNodeParameters = z.infer<typeof ReadNodeParameters>

export interface HierarchyNode {
  Path: string
  Name: string
  /** Nesting depth. 0 for direct children of the root group. */
  Depth: number
  Kind: 'group' | 'dataset' | 'link' | 'other'
  /** The type of the values of a dataset, such as `float64`. */
  Type: string | null
  /** The number of values in each dimension of a dataset. Empty for a scalar, null for other nodes. */
  Shape: number[] | null
}

/** Properties of class `HierarchyPreview`: the nodes of an HDF5 or NetCDF file, each group before its contents. */
export interface HierarchyPreviewProperties {
  Kind: 'hierarchy'
  Nodes: HierarchyNode[]
  Notes: string[]
}

/** Properties of class `NodePreview`: the attributes of a group or dataset, and the first values of a dataset. */
export interface NodePreviewProperties {
  Path: string
  Attributes: { Name: string; Value: string }[]
  /**
   * Names of the fields, if the values have fields. Otherwise the positions in the last dimension or, for an array with
   * fewer than two dimensions, just `Value`. Empty if no values are shown.
   */
  Columns: string[]
  Rows: string[][]
  Notes: string[]
}
