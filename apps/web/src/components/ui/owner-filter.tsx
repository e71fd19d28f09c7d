import { lazy, Suspense } from 'react'
import { decodeLink, encodeLink } from '#lib/link-code.ts'
import type { Filter } from './filter-bar.tsx'
import * as texts from './texts.ts'

/** Loaded for administrators only. */
const OwnerName = lazy(() => import('./owner-editor.tsx').then((module) => ({ default: module.OwnerName })))
const OwnerEditor = lazy(() => import('./owner-editor.tsx').then((module) => ({ default: module.OwnerEditor })))

/** Returns the administrators’ filter by owner. Its value is the encoded link of the user or organization. */
export function ownerFilter(user: string | undefined, onChange: (user: string | undefined) => void): Filter {
  return {
    id: 'user',
    label: texts.ownerIs,
    value: user && (
      <Suspense fallback="…">
        <OwnerName url={decodeLink(user) ?? ''} />
      </Suspense>
    ),
    edit: (close) => (
      <Suspense>
        <OwnerEditor onPick={(url) => [onChange(encodeLink(url)), close()]} />
      </Suspense>
    ),
    onClear: () => onChange(undefined),
  }
}
