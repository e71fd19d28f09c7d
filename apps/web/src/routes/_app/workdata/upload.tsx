import { createFileRoute } from '@tanstack/react-router'
import { UploadScreen } from '#features/uploads/upload-screen.tsx'

export const Route = createFileRoute('/_app/workdata/upload')({ component: UploadScreen })
