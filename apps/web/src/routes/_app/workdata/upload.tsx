import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { StartWorkflowContext } from '#features/uploads/start-workflow-context.ts'
import { UploadScreen } from '#features/uploads/upload-screen.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

const StartWorkflowSheet = lazy(() => import('#features/workflows/start/start-workflow-sheet.tsx'))

const startWorkflow = (file: WorkDataDocument, onClose: () => void) => (
  <StartWorkflowSheet file={file} onClose={onClose} />
)

export const Route = createFileRoute('/_app/workdata/upload')({ component: UploadPage })

function UploadPage() {
  return (
    <StartWorkflowContext value={startWorkflow}>
      <UploadScreen />
    </StartWorkflowContext>
  )
}
