import type { ReactNode } from 'react'
import { PagedTree } from './json/paged-tree.tsx'
import { LoadedPreview } from './loaded-preview.tsx'
import { NoPreview } from './no-preview.tsx'
import { type PreviewedFile, previewQueries } from './previews.queries.ts'

interface JsonFileTreeProps {
  file: PreviewedFile
  views: ReactNode
  notice?: string
}

export function JsonFileTree({ file, views, notice }: JsonFileTreeProps) {
  const { TreePreview } = file.links
  if (TreePreview === undefined) return <NoPreview file={file} />
  return (
    <LoadedPreview query={previewQueries.tree(TreePreview)} file={file} kind="json">
      {(tree) => <PagedTree head={tree} name={file.name} views={views} notice={notice} />}
    </LoadedPreview>
  )
}
