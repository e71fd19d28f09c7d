import { lazy, Suspense } from 'react'
import { creatingOrganization } from '#lib/create-organization.ts'
import { useValue } from '#lib/value.ts'

const CreateOrganizationDialog = lazy(() =>
  import('./create-organization-dialog.tsx').then((module) => ({ default: module.CreateOrganizationDialog })),
)

/** Renders the dialog that creates an organization while `creatingOrganization` is set. */
export function CreateOrganizationHost() {
  if (!useValue(creatingOrganization)) return null
  return (
    <Suspense>
      <CreateOrganizationDialog onClose={() => creatingOrganization.set(false)} />
    </Suspense>
  )
}
