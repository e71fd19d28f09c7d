import { lazy, Suspense, useState } from 'react'
import { plural } from '#lib/format.ts'
import { Button } from '../ui/button.tsx'
import { useAccessRequests } from './access-requests.queries.ts'

/** Few people have requests to decide about. */
const RequestRow = lazy(() => import('./request-row.tsx').then((module) => ({ default: module.RequestRow })))

/** More would push away what the page is about. */
const MOST = 2

/** Who asks for access: to one resource, or to any of the active context. Nothing is shown if nobody does. */
export function AccessRequests({ of }: { of?: string }) {
  const [all, setAll] = useState(false)
  const shown = useAccessRequests(of)
  const folded = all ? 0 : Math.max(0, shown.length - MOST)
  if (shown.length === 0) return null
  return (
    <section aria-label="Requests for access" className={of === undefined ? '' : 'flex-none border-t border-line'}>
      <ul className={of === undefined ? 'grid gap-1.5' : 'divide-y divide-line'}>
        <Suspense>
          {shown.slice(0, shown.length - folded).map((request) => (
            <RequestRow
              key={request.properties.AskerEmail + request.properties.ResourceUrl}
              request={request}
              named={of === undefined}
            />
          ))}
        </Suspense>
      </ul>
      {folded > 0 ? (
        <div className={of === undefined ? 'mt-1' : 'border-t border-line bg-info-soft px-3.5 py-0.5 phone:px-1.5'}>
          <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
            Show {plural(folded, 'more request')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
