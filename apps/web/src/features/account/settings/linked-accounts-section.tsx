import { OIDC_PROVIDER, type Welcome } from '@millrace/contracts/account'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, UserRoundCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Section } from '#components/ui/section.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { welcomeQuery } from '../account.queries.ts'
import { FormNotice } from '../form-notice.tsx'
import { providerProblem } from '../texts.ts'
import { type LinkedAccount, linkedAccountsQuery, useLinkAccount, useUnlinkAccount } from './linked-accounts.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** The user's sign-in methods, if this installation has an identity provider. */
export function LinkedAccountsSection({ error }: { error?: string | undefined }) {
  const { data: welcome } = useQuery(welcomeQuery())
  return welcome?.oidc ? <LinkedAccounts provider={welcome.oidc} linkError={error} /> : null
}

interface LinkedAccountsProps {
  provider: NonNullable<Welcome['oidc']>
  /** The error code of a failed linking. */
  linkError: string | undefined
}

function LinkedAccounts({ provider, linkError }: LinkedAccountsProps) {
  const { data: accounts, error, refetch } = useQuery(linkedAccountsQuery)
  const link = useLinkAccount()
  const isLinked = accounts?.some(({ providerId }) => providerId === OIDC_PROVIDER)
  return (
    <Section
      title={texts.linkedAccounts}
      help={SETTINGS_TEXTS.linked}
      actions={
        accounts && !isLinked ? (
          <Button working={link.isPending} onClick={() => link.mutate()}>
            {fill(texts.link, provider.name)}
          </Button>
        ) : null
      }
    >
      {linkError === undefined ? null : <FormNotice tone="error">{providerProblem(linkError)}</FormNotice>}
      {error && !accounts ? (
        <ErrorView title={texts.linkedAccountsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
      {accounts || error ? null : <Skeleton className="h-11" />}
      <ul aria-label={texts.linkedAccounts}>
        {accounts?.map((account) => (
          <AccountRow key={account.id} account={account} provider={provider.name} isOnly={accounts.length === 1} />
        ))}
      </ul>
    </Section>
  )
}

interface AccountRowProps {
  account: LinkedAccount
  provider: string
  /** Whether this is the only sign-in method, which can't be removed. */
  isOnly: boolean
}

function AccountRow({ account, provider, isOnly }: AccountRowProps) {
  const unlink = useUnlinkAccount()
  const isPassword = account.providerId === 'credential'
  const Icon = isPassword ? KeyRound : UserRoundCheck
  const name = isPassword ? texts.password : provider
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <Icon className="text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-ink-3">
          Since <Time at={account.createdAt} />
        </p>
      </div>
      {isPassword || isOnly ? null : (
        <Button
          size="sm"
          working={unlink.isPending}
          aria-label={fill(texts.unlinkNamed, name)}
          onClick={() => unlink.mutate(account.id, { onSuccess: () => toast.success(fill(texts.unlinked, name)) })}
        >
          {texts.unlink}
        </Button>
      )}
    </li>
  )
}
