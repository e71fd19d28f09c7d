import type { HierarchyNode, NodePreviewProperties } from '@millrace/contracts/previews'
import { count, quoted } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { type Attribute, BrokenSoftLink, Dataset, type Entity, ExternalLink, Group, type Metadata } from 'h5wasm'
import type { HierarchyListing, HierarchyTask, NodeTask } from '../preview-task.ts'
import { type FirstValues, firstValues, noValues } from './first-values.ts'
import { withHdf5 } from './hdf5-file.ts'
import { packingNotes, shortFloat, typeText, unreadable, valueText } from './hdf5-texts.ts'
import { isClassicNetcdf, listVariables, readVariable } from './read-netcdf.ts'

const NODES = 5000
/** Links may lead back to a group that contains them. */
const DEPTH = 20
const ATTRIBUTES = 500
const ATTRIBUTE_BYTES = 1_000_000

/** Lists groups and datasets, each before what it contains. */
export async function listHierarchy(task: HierarchyTask): Promise<HierarchyListing> {
  if (await isClassicNetcdf(task.path)) return listVariables(task)
  return withHdf5(task, (file) => {
    const nodes: HierarchyNode[] = []
    const isComplete = addChildren(nodes, { group: file, path: '', depth: 0 })
    return {
      Nodes: nodes,
      Notes: isComplete ? [] : [`The first ${count(nodes.length)} groups and datasets are listed.`],
    }
  })
}

/** Returns whether all were added. */
function addChildren(
  nodes: HierarchyNode[],
  { group, path, depth }: { group: Group; path: string; depth: number },
): boolean {
  if (depth === DEPTH) return false
  let isComplete = true
  for (const name of group.keys()) {
    if (nodes.length === NODES) return false
    const child = childOf(group, name)
    const at = `${path}/${name}`
    nodes.push({ Path: at, Name: name, Depth: depth, ...described(child) })
    if (child instanceof Group)
      isComplete = addChildren(nodes, { group: child, path: at, depth: depth + 1 }) && isComplete
  }
  return isComplete
}

/** Undefined if it is damaged, which does not keep others from being listed. */
function childOf(group: Group, name: string): Entity | undefined {
  try {
    return group.get(name) ?? undefined
  } catch {
    return undefined
  }
}

function described(child: Entity | undefined): Pick<HierarchyNode, 'Kind' | 'Type' | 'Shape'> {
  const none = { Type: null, Shape: null }
  if (child instanceof Group) return { Kind: 'group', ...none }
  if (child instanceof BrokenSoftLink || child instanceof ExternalLink) return { Kind: 'link', ...none }
  if (!(child instanceof Dataset)) return { Kind: 'other', ...none }
  return { Kind: 'dataset', Type: typeText(child.metadata), Shape: child.shape }
}

/** Reads the attributes of a group or dataset, and the first values of a dataset. */
export async function readNode(task: NodeTask): Promise<NodePreviewProperties> {
  if (await isClassicNetcdf(task.path)) return readVariable(task)
  return withHdf5(task, (file) => {
    const node = task.node === '/' ? file : childOf(file, task.node.replace(/^\/+/, ''))
    if (!(node instanceof Group) && !(node instanceof Dataset)) {
      throw new TableFault(`${task.name} has no group or dataset ${quoted(task.node)} that can be read.`)
    }
    const attributes = Object.entries(node.attrs)
    const values = node instanceof Dataset ? valuesOf(node) : { Columns: [], Rows: [], Notes: [] }
    const shown = attributes.slice(0, ATTRIBUTES).map(([Name, one]) => ({ Name, Value: attributeText(one) }))
    const notes = attributes.length > ATTRIBUTES ? [`The first ${count(ATTRIBUTES)} attributes are shown.`] : []
    return {
      Path: task.node,
      Attributes: shown,
      ...values,
      Notes: [...notes, ...values.Notes, ...packingNotes(shown)],
    }
  })
}

function attributeText(attribute: Attribute): string {
  const { size, total_size } = attribute.metadata
  if (size * total_size > ATTRIBUTE_BYTES) return 'too large to be shown'
  try {
    return valueText(attribute.value)
  } catch {
    return 'can’t be read'
  }
}

function valuesOf(data: Dataset): FirstValues {
  const { shape, metadata } = data
  if (shape === null) return noValues('The dataset is empty.')
  if (!shape.includes(0) && readsOtherFiles(metadata)) return noValues('The values are in other files.')
  const fields = metadata.compound_type?.members.map(({ name }) => name)
  const read = (ranges: [number, number][]) => (shape.length === 0 ? [data.value] : slice(data, ranges))
  const names = Map.groupBy(Object.entries(metadata.enum_type?.members ?? {}), ([, value]) => String(value))
  return firstValues({
    shape,
    fields,
    unreadable: unreadable(metadata, data.filters),
    read: (ranges) => read(ranges)?.map((value) => names.get(String(value))?.[0]?.[0] ?? value),
  })
}

/** The library would return the fill value for everything that is in a file it cannot open. */
function readsOtherFiles({ virtual_sources: sources = [] }: Metadata): boolean {
  return sources.some(({ file_name: file }) => file !== '.')
}

function slice(data: Dataset, ranges: [number, number][]): unknown[] | undefined {
  try {
    const values = data.slice(ranges)
    if (values === null) return undefined
    return values instanceof Float32Array ? Array.from(values, shortFloat) : Array.from(values as ArrayLike<unknown>)
  } catch {
    return undefined
  }
}
