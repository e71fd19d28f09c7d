import type { HierarchyNode, NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { count, quoted } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { type Attribute, BrokenSoftLink, Dataset, type Entity, ExternalLink, Group, type Metadata } from 'h5wasm'
import type { HierarchyListing, HierarchyTask, NodeTask } from '../preview-task.ts'
import { type FirstValues, firstValues, noValues } from './first-values.ts'
import { withHdf5 } from './hdf5-file.ts'
import { meaningNotes, typeText, unreadable, valueText } from './hdf5-texts.ts'
import { hasMixedByteOrders, plainValue, plainValues } from './hdf5-values.ts'
import { isInternalAttribute, isOnlyDimension, netcdfVariable } from './netcdf-attributes.ts'
import { isClassicNetcdf, listVariables, readVariable } from './read-netcdf.ts'

const NODES = 5000
/** Maximum depth of nested groups whose contents are listed. */
const DEPTH = 20
const ATTRIBUTES = 500
const ATTRIBUTE_BYTES = 1_000_000
const TEXT_CHARACTERS = 1000

/** Lists groups and datasets. Each group precedes its contents. */
export async function listHierarchy(task: HierarchyTask): Promise<HierarchyListing> {
  if (await isClassicNetcdf(task.path)) return listVariables(task)
  return withHdf5(task, (file) => {
    const nodes: HierarchyNode[] = []
    const isComplete = addChildren(nodes, { group: file, path: '', above: [] })
    return {
      Nodes: nodes,
      Notes: isComplete ? [] : [`The first ${count(nodes.length)} groups and datasets are listed.`],
    }
  })
}

/**
 * Adds the contents of a group to `nodes`. `above` contains the enclosing groups. Returns whether everything was added.
 */
function addChildren(
  nodes: HierarchyNode[],
  { group, path, above }: { group: Group; path: string; above: readonly string[] },
): boolean {
  const depth = above.length
  if (depth === DEPTH) return false
  const within = [...above, identityOf(group)]
  let isComplete = true
  for (const name of group.keys()) {
    if (nodes.length === NODES) return false
    const child = childOf(group, name)
    const at = `${path}/${name}`
    const isInside = child instanceof Group && !within.includes(identityOf(child))
    // Following a link to an enclosing group would list everything again.
    const described = child instanceof Group && !isInside ? LINK : describe(child)
    nodes.push({ Path: at, Name: name, Depth: depth, ...described })
    if (isInside) isComplete = addChildren(nodes, { group: child, path: at, above: within }) && isComplete
  }
  return isComplete
}

/** Returns an identity that is the same for every path to the group. */
function identityOf(group: Group): string {
  return Buffer.from(group.create_reference().ref_data).toString('hex')
}

/** Returns undefined if the child is corrupt, so that its siblings are still listed. */
function childOf(group: Group, name: string): Entity | undefined {
  try {
    return group.get(name) ?? undefined
  } catch {
    return undefined
  }
}

type Described = Pick<HierarchyNode, 'Kind' | 'Type' | 'Shape'>

const LINK: Described = { Kind: 'link', Type: null, Shape: null }

function describe(child: Entity | undefined): Described {
  if (child instanceof Group) return { Kind: 'group', Type: null, Shape: null }
  if (child instanceof BrokenSoftLink || child instanceof ExternalLink) return LINK
  if (!(child instanceof Dataset)) return { Kind: 'other', Type: null, Shape: null }
  if (isOnlyDimension(child)) return { Kind: 'other', Type: 'dimension', Shape: child.shape }
  return { Kind: 'dataset', Type: typeText(child.metadata), Shape: child.shape }
}

/**
 * Reads the attributes of a group or dataset, and the first values of a dataset. Throws a TableFault if the path leads
 * to neither.
 */
export async function readNode(task: NodeTask): Promise<NodePreviewProperties> {
  if (await isClassicNetcdf(task.path)) return readVariable(task)
  return withHdf5(task, (file) => {
    const node = task.node === '/' ? file : childOf(file, task.node.replace(/^\/+/, ''))
    if (!(node instanceof Group) && !(node instanceof Dataset)) {
      throw new TableFault(`${task.name} has no group or dataset ${quoted(task.node)} that can be read.`)
    }
    const variable = node instanceof Dataset ? netcdfVariable(node) : undefined
    const attributes = Object.entries(node.attrs).filter(([name]) => !variable || !isInternalAttribute(name))
    const values =
      node instanceof Dataset ? valuesOf(node, variable?.isText === true) : { Columns: [], Rows: [], Notes: [] }
    const shown = attributes.slice(0, ATTRIBUTES).map(([Name, one]) => ({ Name, Value: attributeText(one) }))
    const notes = attributes.length > ATTRIBUTES ? [`The first ${count(ATTRIBUTES)} attributes are shown.`] : []
    return {
      Path: task.node,
      Attributes: shown,
      ...values,
      Notes: [
        ...notes,
        ...(variable ? [`Dimensions: ${variable.dimensions.join(', ')}.`] : []),
        ...values.Notes,
        ...meaningNotes(shown),
      ],
    }
  })
}

function attributeText(attribute: Attribute): string {
  const { metadata } = attribute
  if (metadata.size * metadata.total_size > ATTRIBUTE_BYTES) return 'too large to be shown'
  try {
    return hasMixedByteOrders(metadata) ? 'can’t be read' : valueText(attributeValue(attribute))
  } catch {
    return 'can’t be read'
  }
}

/** NetCDF stores single numbers as arrays of length 1, so such arrays are unwrapped. */
function attributeValue({ metadata, value }: Attribute): unknown {
  if (metadata.shape?.length === 0 || typeof value !== 'object' || value === null) return plainValue(value, metadata)
  const values = plainValues(value as unknown[], metadata)
  return values.length === 1 ? values[0] : values
}

/** If `isText` is true, the values are characters, and the last dimension is the length of the strings. */
function valuesOf(data: Dataset, isText: boolean): FirstValues {
  const { shape, metadata } = data
  if (shape === null) return noValues('The dataset is empty.')
  if (!shape.includes(0) && readsOtherFiles(metadata)) return noValues('The values are in other files.')
  if (hasMixedByteOrders(metadata)) {
    return noValues(
      'The values can’t be read, because their fields have different byte orders. Save them with one byte order.',
    )
  }
  const fields = metadata.compound_type?.members.map(({ name }) => name)
  const length = Math.min(shape.at(-1) ?? 1, TEXT_CHARACTERS)
  return firstValues({
    shape: isText ? shape.slice(0, -1) : shape,
    fields,
    unreadable: unreadable(metadata, data.filters),
    read: (ranges) => (isText ? texts(slice(data, [...ranges, [0, length]]), length) : slice(data, ranges)),
  })
}

function texts(characters: unknown[] | undefined, length: number): string[] | undefined {
  if (!characters) return undefined
  return Array.from({ length: characters.length / length }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  )
}

/**
 * Whether the values are in other files. The library can't open these files, and would return the fill value instead.
 */
function readsOtherFiles({ virtual_sources: sources = [] }: Metadata): boolean {
  return sources.some(({ file_name: file }) => file !== '.')
}

function slice(data: Dataset, ranges: [number, number][]): unknown[] | undefined {
  try {
    if (data.shape?.length === 0) return [plainValue(data.value, data.metadata)]
    const values = data.slice(ranges)
    return values === null ? undefined : plainValues(values as ArrayLike<unknown>, data.metadata)
  } catch {
    return undefined
  }
}
