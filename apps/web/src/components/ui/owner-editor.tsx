import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { ownerSearchQuery } from '#lib/owner-search.ts'
import { Input } from './input.tsx'
import * as texts from './texts.ts'

/** Shows the name of the owner with this URL. */
export function OwnerName({ url }: { url: string }) {
  const { data } = useQuery(ownerSearchQuery.byUrl(url))
  return data?.name ?? '…'
}

/** Lets the user choose an owner by name or email address. */
export function OwnerEditor({ onPick }: { onPick: (url: string) => void }) {
  const [text, setText] = useState('')
  const search = text.trim()
  const { data: found } = useQuery({ ...ownerSearchQuery.search(search), enabled: search !== '' })
  return (
    <div className="grid w-72 gap-2">
      <Input
        type="search"
        autoFocus
        aria-label={texts.searchOwners}
        placeholder={texts.searchByNameOrEmail}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {search !== '' && found?.length === 0 ? <p className="text-ink-3">{fill(texts.noResultsFor, search)}</p> : null}
      {search !== '' && found && found.length > 0 ? (
        <ul aria-label={texts.owners} className="-mx-2 grid">
          {found.map(({ url, kind, name, email }) => (
            <li key={url}>
              <button
                type="button"
                className="flex h-8 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover touch:h-11"
                onClick={() => onPick(url)}
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="max-w-1/2 truncate text-xs text-ink-3">{email ?? kind}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
