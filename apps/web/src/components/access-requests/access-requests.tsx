import { lazy, Suspense } from 'react'
import { useAccessRequests } from './access-requests.queries.ts'

const RequestList = lazy(() => import('./request-list.tsx').then((module) => ({ default: module.RequestList })))

/** Requests for access to one resource, or to any resource in the active context. Renders nothing if there are none. */
export function AccessRequests({ of }: { of?: string }) {
  const requests = useAccessRequests(of)
  if (requests.length === 0) return null
  return (
    <Suspense>
      <RequestList requests={requests} ofOne={of !== undefined} />
    </Suspense>
  )
}
