import { lazy, Suspense } from 'react'
import type { CopyToOrganizationProps } from './copy-to-organization-box.tsx'

const Box = lazy(() =>
  import('./copy-to-organization-box.tsx').then((module) => ({ default: module.CopyToOrganizationBox })),
)

/** Asks which of the user's organizations receives a copy. Loaded when first opened. */
export function CopyToOrganizationDialog(props: CopyToOrganizationProps) {
  return (
    <Suspense>
      <Box {...props} />
    </Suspense>
  )
}
