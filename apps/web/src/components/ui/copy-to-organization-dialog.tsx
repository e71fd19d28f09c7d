import { lazy, Suspense } from 'react'
import type { CopyToOrganizationProps } from './copy-to-organization-box.tsx'

const Box = lazy(() =>
  import('./copy-to-organization-box.tsx').then((module) => ({ default: module.CopyToOrganizationBox })),
)

/** Asks which of the user's organizations gets a copy. Fetched with the first question. */
export function CopyToOrganizationDialog(props: CopyToOrganizationProps) {
  return (
    <Suspense>
      <Box {...props} />
    </Suspense>
  )
}
