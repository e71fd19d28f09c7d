import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { type ActiveContext, useActiveContext } from '#features/organizations/organizations.queries.ts'
import { fill } from '#lib/fill.ts'
import { usePage } from '#lib/page.ts'
import { toast } from '#lib/toast.ts'
import { apiKeysQuery, useSwitchKey } from './api-keys.queries.ts'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'
import { type KeyControls, nameOf } from './key-controls.tsx'
import { KeyList } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { NewKeySecret } from './new-key-secret.tsx'
import { NoKeys } from './no-keys.tsx'
import * as texts from './texts.ts'

type Asking = { what: 'new' } | { what: 'made'; key: NewApiKey } | { what: 'delete'; key: ApiKey }

/** The user's API keys, with which programs act as the user. */
export function KeysScreen() {
  usePage([{ label: texts.settings, to: '/settings' }, { label: texts.apiKeys }])
  const { data: keys, error, refetch } = useQuery(apiKeysQuery)
  const [asking, setAsking] = useState<Asking>()
  const [newId, setNewId] = useState<string>()
  const controls: KeyControls = { onSwitch: useSwitch(), onDelete: (key) => setAsking({ what: 'delete', key }) }
  const onNew = () => setAsking({ what: 'new' })

  function show(key: NewApiKey) {
    setNewId(key.id)
    setAsking({ what: 'made', key })
  }

  return (
    <>
      {error && !keys ? (
        <PageError title={texts.apiKeysCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
      {keys === undefined && !error ? <SkeletonRows rows={4} /> : null}
      {keys?.length === 0 ? <NoKeys onNew={onNew} /> : null}
      {keys && keys.length > 0 ? (
        <>
          <KeysHead keys={keys} onNew={onNew} />
          <KeyList keys={keys} newId={newId} controls={controls} />
          <p className="px-6 py-3 text-xs text-ink-3 phone:px-4">{texts.activeHelp}</p>
        </>
      ) : null}
      <Asked asking={asking} onMade={show} onClose={() => setAsking(undefined)} />
    </>
  )
}

interface AskedProps {
  asking: Asking | undefined
  onMade: (key: NewApiKey) => void
  onClose: () => void
}

function Asked({ asking, onMade, onClose }: AskedProps) {
  const context = useActiveContext()
  if (asking?.what === 'new') return <NewKeyDialog reach={reachOf(context)} onMade={onMade} onClose={onClose} />
  if (asking?.what === 'made') return <NewKeySecret apiKey={asking.key} onClose={onClose} />
  if (asking?.what === 'delete') return <DeleteKeyDialog apiKey={asking.key} onClose={onClose} />
  return null
}

function KeysHead({ keys, onNew }: { keys: readonly ApiKey[]; onNew: () => void }) {
  const context = useActiveContext()
  const off = keys.filter((key) => !key.active).length
  const reach = context?.kind === 'organization' ? texts.theDataOfThisOrganization : texts.yourOwnData
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 px-6 pt-4.5 pb-2.5 phone:px-4">
      <div className="min-w-0 flex-1 phone:contents">
        <p className="font-semibold phone:flex-1">
          {fill(keys.length === 1 ? texts.oneKey : texts.keyCount, keys.length)}
          {off > 0 ? <span className="font-normal text-ink-3">{fill(texts.turnedOff, off)}</span> : null}
        </p>
        <p className="text-xs text-ink-3 phone:order-last phone:basis-full">{fill(texts.newKeyHelp, reach)}</p>
      </div>
      <Button variant="primary" icon={<Plus />} onClick={onNew}>
        {texts.newKey}
      </Button>
    </div>
  )
}

function reachOf(context: ActiveContext | undefined): string {
  return context?.kind === 'organization' ? `the data of ${context.name}` : texts.yourOwnData
}

function useSwitch(): KeyControls['onSwitch'] {
  const { mutate } = useSwitchKey()
  return (key, active) =>
    mutate(
      { id: key.id, active },
      {
        onSuccess: () =>
          toast.success(`${nameOf(key)} turned ${active ? 'on' : 'off'}`, {
            action: { label: texts.undo, run: () => mutate({ id: key.id, active: !active }) },
          }),
      },
    )
}
