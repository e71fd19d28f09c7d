import type { HeldGrant } from '@millrace/contracts/administration'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { fill } from '#lib/fill.ts'
import { formatDay, plural } from '#lib/format.ts'
import { usePage } from '#lib/page.ts'
import { AdminHead, HeadCount } from '../admin-frame.tsx'
import { Chip } from '../chip.tsx'
import { grantDescription } from '../names.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { useRemoveWithUndo } from '../use-remove-grant.ts'
import { AddHolderDialog } from './add-holder-dialog.tsx'
import { type GrantRow, grantRows } from './grant-rows.ts'
import { heldGrantsQuery } from './held-grants.queries.ts'
import * as texts from './texts.ts'

interface GrantsScreenProps {
  /** Limits the holders to those whose name or email contains this text. */
  holder: string | undefined
  onHolder: (holder: string | undefined) => void
}

/** All grants, with one row per grant and its holders as chips. */
export function GrantsScreen({ holder, onHolder }: GrantsScreenProps) {
  usePage([{ label: texts.admin, to: '/admin' }, { label: texts.grants }])
  const query = useQuery(heldGrantsQuery)
  const all = query.data ?? []
  const rows = grantRows(all, holder)
  /** Id of the grant to add a holder to; empty for a new grant. */
  const [adding, setAdding] = useState<string>()
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding('')}>
      {texts.addGrant}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col pt-3">
      <AdminHead
        facts={query.data ? <HeadCount count={new Set(all.map(({ grantId }) => grantId)).size} what="grant" /> : null}
      >
        {all.length > 0 ? add : null}
      </AdminHead>
      <FilterBar
        find={{
          label: texts.searchHolders,
          value: holder ?? '',
          onChange: (text) => onHolder(text.trim() || undefined),
        }}
        filters={[]}
        onClearAll={() => onHolder(undefined)}
      />
      <ListBody
        query={query}
        failed={texts.grantsCouldNotBeLoaded}
        isEmpty={rows.length === 0}
        empty={
          holder ? (
            <NoMatches
              what="holders"
              count={1}
              find={holder}
              onDropFind={() => onHolder(undefined)}
              filters={[]}
              onDropAll={() => onHolder(undefined)}
            />
          ) : (
            <EmptyState icon={KeyRound} title={texts.noGrantsYet} action={add}>
              {ADMIN_TEXTS.noGrants}
            </EmptyState>
          )
        }
      >
        <ul aria-label={texts.grants} className="scroll-thin min-h-0 flex-1 overflow-y-auto border-t border-line">
          {rows.map((row) => (
            <Grant key={row.grantId} row={row} onAdd={() => setAdding(row.grantId)} />
          ))}
        </ul>
      </ListBody>
      {adding === undefined ? null : (
        <AddHolderDialog
          grantId={adding}
          isHeldBy={(id, grantId) => all.some((held) => held.holder.id === id && held.grantId === grantId)}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  )
}

function Grant({ row: { grantId, held }, onAdd }: { row: GrantRow; onAdd: () => void }) {
  return (
    <li className="grid grid-cols-[240px_minmax(0,1fr)_auto] items-start gap-6 max-xl:grid-cols-[200px_minmax(0,1fr)_auto] border-b border-line px-6 py-2.5 phone:grid-cols-1 phone:gap-2 phone:px-4 phone:*:last:justify-self-start phone:*:last:-ml-2.5">
      <div className="pt-1.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="mono-sm wrap-anywhere">{grantId}</h2>
          <span className="text-xs text-ink-3">{plural(held.length, 'holder')}</span>
        </div>
        <p className="mt-1 text-xs text-pretty text-ink-3">{grantDescription(grantId)}</p>
      </div>
      <ul aria-label={fill(texts.holdersOf, grantId)} className="flex min-w-0 flex-wrap gap-2">
        {held.map((grant) => (
          <li key={grant.id} className="max-w-full">
            <Holder grant={grant} />
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" aria-label={fill(texts.addHolder, grantId)} icon={<Plus />} onClick={onAdd}>
        {texts.add}
      </Button>
    </li>
  )
}

function Holder({ grant }: { grant: HeldGrant }) {
  const remove = useRemoveWithUndo()
  const { holder, grantId, createdAt, createdByName } = grant
  const given = `Granted ${formatDay(createdAt)}${createdByName ? ` by ${createdByName}` : ''}`
  return (
    <Chip
      lead={<Avatar name={holder.name} square={holder.kind === 'organization'} />}
      text={holder.name}
      note={holder.email}
      title={holder.email ? `${holder.email}. ${given}` : fill(texts.organizationFacts, given)}
      remove={fill(texts.removeFrom, grantId, holder.name)}
      onRemove={() => remove(holder, holder.name, grant)}
    />
  )
}
