import { useQuery } from '@tanstack/react-query'
import { CopyToOrganizationDialog } from '#components/ui/copy-to-organization-dialog.tsx'
import { organizationsQuery } from '#features/organizations/organizations.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import type { JobActionProps } from './job-action-box.tsx'

/** Copies the setup of a job to an organization. */
export function CopyJobDialog({ job, action, onClose }: JobActionProps) {
  const { data: organizations = [] } = useQuery(organizationsQuery)
  if (organizations.length === 0) return null
  return (
    <CopyToOrganizationDialog
      name={job.properties.Name}
      action={action}
      organizations={organizations}
      pageOf={(href) => `/jobs/${encodeLink(href)}`}
      onClose={onClose}
    />
  )
}
