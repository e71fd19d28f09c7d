import { type ReactNode, useState } from 'react'
import type { HierarchyPreview, PreviewedFile } from '../previews.queries.ts'
import { NodeList } from './node-list.tsx'
import { NodeView } from './node-view.tsx'

interface HierarchyViewProps {
  hierarchy: HierarchyPreview
  file: PreviewedFile
  views?: ReactNode
}

/** Shows the groups and datasets of a file, or one of them. */
export function HierarchyView({ hierarchy, file, views }: HierarchyViewProps) {
  const [path, setPath] = useState<string>()
  if (path !== undefined) {
    return <NodeView hierarchy={hierarchy} path={path} file={file} onBack={() => setPath(undefined)} />
  }
  return <NodeList hierarchy={hierarchy.properties} file={file} views={views} onOpen={setPath} />
}
