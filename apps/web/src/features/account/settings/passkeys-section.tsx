import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Section } from '#components/ui/section.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { welcomeQuery } from '../account.queries.ts'
import { PASSKEY_TEXTS } from '../passkey-texts.ts'
import { linkedAccountsQuery } from './linked-accounts.queries.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { type Passkey, passkeysQuery, useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkeys.queries.ts'
import * as texts from './texts.ts'

interface Asking {
  what: 'add' | 'rename' | 'remove'
  passkey?: Passkey
}

/** The user's passkeys. Not shown if users can sign in only with an identity provider. */
export function PasskeysSection() {
  const { data: welcome } = useQuery(welcomeQuery())
  return welcome && !welcome.oidc?.only ? <Passkeys /> : null
}

function Passkeys() {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery)
  const { data: accounts } = useQuery(linkedAccountsQuery)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const hasPassword = accounts?.some(({ providerId }) => providerId === 'credential') ?? true
  return (
    <>
      <Section
        title={texts.passkeys}
        count={passkeys?.length === 0 ? PASSKEY_TEXTS.none : passkeys?.length}
        help={PASSKEY_TEXTS.help}
        actions={<Button onClick={() => setAsking({ what: 'add' })}>{texts.addPasskey}</Button>}
      >
        {passkeys?.length === 0 ? null : (
          <>
            {error && !passkeys ? (
              <ErrorView title={texts.passkeysCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
            ) : null}
            {passkeys || error ? null : <Skeleton className="h-11" />}
            <ul aria-label={texts.passkeys}>
              {passkeys?.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsking({ what, passkey })} />
              ))}
            </ul>
          </>
        )}
      </Section>
      {asking?.what === 'add' ? <Add hasPassword={hasPassword} onClose={close} /> : null}
      {asking?.what === 'rename' && asking.passkey ? <Rename passkey={asking.passkey} onClose={close} /> : null}
      {asking?.what === 'remove' && asking.passkey ? (
        <Remove passkey={asking.passkey} hasPassword={hasPassword} onClose={close} />
      ) : null}
    </>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (what: 'rename' | 'remove') => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <Fingerprint className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>
            {lastUsedAt ? (
              <>
                Last used <Time at={lastUsedAt} />
              </>
            ) : (
              texts.neverUsed
            )}
          </span>
          <span>
            Added <Time at={createdAt} />
          </span>
        </p>
      </div>
      <Button size="sm" aria-label={fill(texts.renameNamed, name)} onClick={() => onAsk('rename')}>
        {texts.rename}
      </Button>
      <Button size="sm" aria-label={fill(texts.removeNamed, name)} onClick={() => onAsk('remove')}>
        {texts.remove}
      </Button>
    </li>
  )
}

interface AskProps {
  hasPassword: boolean
  onClose: () => void
}

function Add({ hasPassword, onClose }: AskProps) {
  const add = useAddPasskey()
  return (
    <PasskeyDialog
      title={texts.addPasskey}
      confirm={texts.addPasskey}
      name=""
      withPassword={hasPassword}
      change={add}
      onConfirm={({ name, password }) =>
        add.mutate(
          { name, password },
          { onSuccess: () => toast.success(fill(texts.passkeyAdded, name)), onSettled: closeUnlessFailed(onClose) },
        )
      }
      onClose={onClose}
    >
      {PASSKEY_TEXTS.add}
    </PasskeyDialog>
  )
}

function Rename({ passkey: { id, name: before }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey()
  return (
    <PasskeyDialog
      title={texts.renamePasskey}
      confirm={texts.rename}
      name={before}
      withPassword={false}
      change={rename}
      onConfirm={({ name }) => rename.mutate({ id, name }, { onSettled: closeUnlessFailed(onClose) })}
      onClose={onClose}
    />
  )
}

function Remove({ passkey: { id, name }, hasPassword, onClose }: AskProps & { passkey: Passkey }) {
  const remove = useRemovePasskey()
  return (
    <PasskeyDialog
      title={fill(texts.removePasskeyQuestion, name)}
      confirm={texts.removePasskey}
      danger
      withPassword={hasPassword}
      change={remove}
      onConfirm={({ password }) =>
        remove.mutate(
          { id, password },
          { onSuccess: () => toast.success(fill(texts.passkeyRemoved, name)), onSettled: closeUnlessFailed(onClose) },
        )
      }
      onClose={onClose}
    >
      {PASSKEY_TEXTS.remove}
    </PasskeyDialog>
  )
}

function closeUnlessFailed(onClose: () => void) {
  return (_: unknown, error: Error | null) => {
    if (!error) onClose()
  }
}
