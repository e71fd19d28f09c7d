import { jsonLine } from './json-line.ts'
import type { JsonValue } from './json-rows.ts'
import { TreeFrame } from './tree-frame.tsx'
import { useJsonTree } from './use-json-tree.ts'

export function JsonTree({ value, label }: { value: JsonValue; label: string }) {
  return <JsonTreeRows tree={useJsonTree(value)} label={label} />
}

/** Shows the rows of a tree from `useJsonTree`, for callers that need access to the tree's state. */
export function JsonTreeRows({ tree, label }: { tree: ReturnType<typeof useJsonTree>; label: string }) {
  return (
    <TreeFrame
      rows={tree.rows}
      label={label}
      lineOf={jsonLine}
      find={tree.find}
      onOpen={({ id }, isOpen) => tree.open([id], isOpen)}
    />
  )
}
