import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { useRequireTwoFactor } from './active-organization.queries.ts'
import { may } from './permissions.ts'
import type { OrganizationProps } from './shared-props.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

/** Whether members need a second factor. */
export function SecuritySection({ organization, held }: OrganizationProps) {
  const hasTwoFactor = useSession()?.user.twoFactorEnabled === true
  const require = useRequireTwoFactor(organization.id)
  const isRequired = require.isPending ? require.variables : organization.requireTwoFactor === true
  if (!may(held, 'organization', 'update')) {
    return (
      <Section title="Security">
        <p className="text-ink-2">
          {isRequired ? ORGANIZATION_TEXTS.twoFactor.required : ORGANIZATION_TEXTS.twoFactor.optional}
        </p>
      </Section>
    )
  }
  return (
    <Section title="Security" help={ORGANIZATION_TEXTS.twoFactor.help}>
      <Switch
        checked={isRequired}
        disabled={!hasTwoFactor && !isRequired}
        onChange={({ target }) =>
          require.mutate(target.checked, {
            onSuccess: () =>
              toast.success(
                target.checked ? ORGANIZATION_TEXTS.twoFactor.required : ORGANIZATION_TEXTS.twoFactor.optional,
              ),
          })
        }
      >
        Require two-factor authentication
      </Switch>
      {hasTwoFactor ? null : (
        <p className="mt-1 text-xs text-ink-3">
          First{' '}
          <Link to="/settings/account" className="rounded-sm font-medium text-accent hover:underline">
            turn it on for yourself
          </Link>
          .
        </p>
      )}
    </Section>
  )
}
