import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { type Organization, organizationsQuery } from '#lib/organizations.ts'
import { randomId } from '#lib/random-id.ts'
import { runAction, type SirenAction } from '#lib/siren.ts'
import { openInContext } from '#lib/switch-context.ts'
import { toast } from '#lib/toast.ts'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Select } from './select.tsx'
import * as texts from './texts.ts'

export interface CopyToOrganizationProps {
  name: string
  /** Says what members need in order to use the copy. Undefined if they can use it right away. */
  help?: string
  /** The action CopyToOrg that the document of the resource offers. */
  action: SirenAction
  /** Returns the path of the page that shows the copy. */
  pageOf: (href: string) => string
  onClose: () => void
}

/** Asks which of the user's organizations receives a copy, and makes the copy. The original is kept. */
export function CopyToOrganizationBox(props: CopyToOrganizationProps) {
  const { data: organizations } = useQuery(organizationsQuery)
  return organizations ? <Box {...props} organizations={organizations} /> : null
}

interface BoxProps extends CopyToOrganizationProps {
  organizations: readonly Organization[]
}

function Box({ name, help = texts.copyHelp, action, organizations, pageOf, onClose }: BoxProps) {
  const [idempotencyKey] = useState(randomId)
  const [chosen, setChosen] = useState(organizations.length === 1 ? (organizations[0]?.publicId ?? null) : null)
  const [isMissing, setIsMissing] = useState(false)
  const copy = useMutation({
    meta: { quiet: true },
    mutationFn: (OrgId: string) => runAction(action, { OrgId }, { idempotencyKey: `${idempotencyKey}-${OrgId}` }),
    onSuccess(href, OrgId) {
      const organization = organizations.find(({ publicId }) => publicId === OrgId)
      if (organization && href) {
        const run = () => void openInContext(organization.id, pageOf(href))
        toast.success(fill(texts.copiedTo, organization.name), { action: { label: texts.openCopy, run } })
      }
      onClose()
    },
  })
  return (
    <FormDialog
      title={fill(texts.copyToAnOrganization, name)}
      save={texts.copy}
      working={copy.isPending}
      refused={copy.error?.message}
      onSubmit={() => (chosen ? copy.mutate(chosen) : setIsMissing(true))}
      onClose={onClose}
    >
      <Field
        label={texts.organization}
        help={help}
        error={isMissing && !chosen ? texts.organizationRequired : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={chosen}
            placeholder={texts.chooseAnOrganization}
            options={organizations.map(({ publicId, name: label }) => ({ value: publicId, label }))}
            onChange={setChosen}
          />
        )}
      </Field>
    </FormDialog>
  )
}
