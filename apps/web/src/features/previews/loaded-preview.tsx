import type { PreviewKind } from '@millrace/contracts/media-types'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { NoPreview } from './no-preview.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

interface LoadedPreviewProps<T, K extends QueryKey> {
  query: UseQueryOptions<T, Error, T, K>
  file: PreviewedFile
  /** Decides the shape of the skeleton. */
  kind: PreviewKind
  children: (data: T) => ReactNode
}

/**
 * Loads the data of a preview and passes it to `children`. Says so if the file can't be shown; other errors can be
 * retried.
 */
export function LoadedPreview<T, K extends QueryKey>({ query, file, kind, children }: LoadedPreviewProps<T, K>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (!error) return <PreviewSkeleton kind={kind} />
  if (error instanceof ApiProblem && error.code === 'preview-failed') {
    return <NoPreview file={file}>{error.message}</NoPreview>
  }
  return <ErrorView title={texts.thePreviewCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
}
