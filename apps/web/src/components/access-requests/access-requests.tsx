import { lazy, Suspense } from 'react'
import { useAccessRequests } from './access-requests.queries.ts'

const RequestList = lazy(() => import('./request-list.tsx').then((module) => ({ default: module.RequestList })))

/** Who asks for access: to one resource, or to any of the active context. Nothing is shown if nobody does. */
export function AccessRequests({ of }: { of?: string }) {
  const requests = useAccessRequests(of)
  if (requests.length === 0) return null
  return (
    <Suspense>
      <RequestList requests={requests} ofOne={of !== undefined} />
    </Suspense>
  )
}
