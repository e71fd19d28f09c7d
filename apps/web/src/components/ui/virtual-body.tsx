import { lazy, Suspense } from 'react'
import type { VirtualBodyProps, VisibleRows } from './visible-rows.tsx'

const PLAIN_UP_TO = 100

const LazyRows = lazy(() =>
  import('./visible-rows.tsx').then((module) => ({ default: module.VisibleRows })),
) as typeof VisibleRows

/** The body of a long table: above 100 rows only those in sight are in the page. Give each row `aria-rowindex`. */
export function VirtualBody<T>(props: VirtualBodyProps<T>) {
  const first = <tbody>{props.rows.slice(0, PLAIN_UP_TO).map(props.renderRow)}</tbody>
  if (props.rows.length <= PLAIN_UP_TO) return first
  return (
    <Suspense fallback={first}>
      <LazyRows {...props} />
    </Suspense>
  )
}
