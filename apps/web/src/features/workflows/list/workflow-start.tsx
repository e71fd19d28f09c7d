import { titleOfFile } from '@millrace/workflows/file-title'
import { Play } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

interface WorkflowStartProps {
  file: WorkDataDocument
  /** Undefined if no step that runs workflows is registered. */
  onStart: ((file: WorkDataDocument) => void) | undefined
}

export function WorkflowStart({ file, onStart }: WorkflowStartProps) {
  if (!onStart) return null
  return (
    <IconButton
      size="sm"
      label={fill(texts.start, titleOfFile(file.properties.Name))}
      icon={<Play />}
      onClick={() => onStart(file)}
    />
  )
}
