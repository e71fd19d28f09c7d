import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Section } from '#components/ui/section.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { useRequireTwoFactor } from './active-organization.queries.ts'
import { isAllowed } from './permissions.ts'
import type { OrganizationProps } from './shared-props.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

/** Sets whether members need a second factor. Users without the permission only see the setting. */
export function SecuritySection({ organization, held }: OrganizationProps) {
  const hasTwoFactor = useSession()?.user.twoFactorEnabled === true
  const reason = useId()
  const require = useRequireTwoFactor(organization.id)
  const isRequired = require.isPending ? require.variables : organization.requireTwoFactor === true
  if (!isAllowed(held, 'organization', 'update')) {
    return (
      <Section
        title={texts.security}
        help={isRequired ? ORGANIZATION_TEXTS.twoFactor.required : ORGANIZATION_TEXTS.twoFactor.optional}
      />
    )
  }
  return (
    <Section
      title={texts.requireTwoFactorAuthentication}
      help={
        <span id={reason}>
          {ORGANIZATION_TEXTS.twoFactor.help}
          {hasTwoFactor ? null : (
            <>
              {' '}
              <Link to="/settings/account" className="rounded-sm font-medium text-accent hover:underline">
                {texts.turnOnTwoFactorAuthentication}
              </Link>{' '}
              {texts.forYourOwnAccountFirst}
            </>
          )}
        </span>
      }
      actions={
        <Switch
          checked={isRequired}
          disabled={!hasTwoFactor && !isRequired}
          aria-label={texts.requireTwoFactorAuthentication}
          aria-describedby={reason}
          onChange={({ target }) =>
            require.mutate(target.checked, {
              onSuccess: () =>
                toast.success(
                  target.checked ? ORGANIZATION_TEXTS.twoFactor.required : ORGANIZATION_TEXTS.twoFactor.optional,
                ),
            })
          }
        />
      }
    />
  )
}
