import { LIMITS } from '@millrace/contracts/limits'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { JsonFileTree } from './json-file-tree.tsx'
import { LoadedPreview } from './loaded-preview.tsx'
import { type PreviewedFile, previewQueries } from './previews.queries.ts'
import * as texts from './texts.ts'

interface WholeTextProps {
  file: PreviewedFile
  views: ReactNode
  children: (text: string) => ReactNode
}

/**
 * Fetches the whole file for a viewer that can't work with a part of it. Files that are too large for that are shown as
 * a tree.
 */
export function WholeText({ file, views, children }: WholeTextProps) {
  const { Download } = file.links
  if (Download === undefined || file.sizeInBytes > LIMITS.previewFigureBytes) {
    return (
      <JsonFileTree
        file={file}
        views={views}
        notice={fill(texts.tooLargeToDraw, formatBytes(LIMITS.previewFigureBytes))}
      />
    )
  }
  return (
    <LoadedPreview query={previewQueries.wholeText(Download)} file={file} kind="json">
      {children}
    </LoadedPreview>
  )
}
