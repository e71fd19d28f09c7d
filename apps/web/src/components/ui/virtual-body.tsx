import { lazy, Suspense } from 'react'
import type { VirtualBodyProps, VisibleRows } from './visible-rows.tsx'

const PLAIN_UP_TO = 100

/** More than fit on a screen. */
const FIRST = 40

const LazyRows = lazy(() =>
  import('./visible-rows.tsx').then((module) => ({ default: module.VisibleRows })),
) as typeof VisibleRows

/** The body of a long table: above 100 rows only those in sight are in the page. Give each row `aria-rowindex`. */
export function VirtualBody<T>(props: VirtualBodyProps<T>) {
  const isLong = props.rows.length > PLAIN_UP_TO
  const first = <tbody>{props.rows.slice(0, isLong ? FIRST : PLAIN_UP_TO).map(props.renderRow)}</tbody>
  if (!isLong) return first
  return (
    <Suspense fallback={first}>
      <LazyRows {...props} />
    </Suspense>
  )
}
