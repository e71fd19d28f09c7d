import { MEDIA } from '@millrace/contracts/media-types'
import { useState } from 'react'
import { typeLabel } from '#components/ui/file-icon.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { Input } from '#components/ui/input.tsx'
import { createdFilters, folderFilters, hiddenFilter, tagFilters } from '#components/ui/list-filters.tsx'
import { ownerFilter } from '#components/ui/owner-filter.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { refined } from '#lib/list-search.ts'
import * as texts from './texts.ts'
import type { WorkDataListSearch } from './work-data-list-search.ts'

/**
 * Returns the filters of the list with their current values, editors and handlers. `tags` are the tags of the matching
 * files.
 */
export function useWorkDataFilters(
  search: WorkDataListSearch,
  onSearch: (search: WorkDataListSearch) => void,
  tags: readonly string[],
): Filter[] {
  const [allUsers] = useAdminMode()
  const set = (change: Partial<WorkDataListSearch>) => onSearch(refined(search, change))
  return [
    {
      id: 'MediaTypeContains',
      label: texts.typeIs,
      value: search.MediaTypeContains && typeLabel(search.MediaTypeContains),
      edit: (close) => <TypeEditor onPick={(MediaTypeContains) => [set({ MediaTypeContains }), close()]} />,
      onClear: () => set({ MediaTypeContains: undefined }),
    },
    ...folderFilters(search.folder, tags, (folder) => set({ folder })),
    ...(allUsers ? [ownerFilter(search.user, (user) => set({ user }))] : []),
    ...tagFilters(search, set, tags),
    ...createdFilters(search, set),
    {
      id: 'IsDeletable',
      label: texts.filesAre,
      value: search.IsDeletable === undefined ? undefined : search.IsDeletable ? 'deletable' : 'protected',
      edit: (close) => <DeletableEditor onPick={(IsDeletable) => [set({ IsDeletable }), close()]} />,
      onClear: () => set({ IsDeletable: undefined }),
    },
    hiddenFilter(texts.hiddenFilesAre, search, set),
  ]
}

const COMMON_TYPES = [
  MEDIA.csv,
  MEDIA.parquet,
  MEDIA.json,
  MEDIA.plotly,
  MEDIA.text,
  MEDIA.xml,
  MEDIA.html,
  MEDIA.pdf,
  MEDIA.zip,
  'image/',
]
const ITEM = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11'

function TypeEditor({ onPick }: { onPick: (type: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="grid w-56 gap-2">
      <Input
        autoFocus
        aria-label={texts.typeContains}
        placeholder={texts.partOfTheType}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && text.trim() !== '' && onPick(text.trim())}
      />
      <ul className="-mx-2" aria-label={texts.type}>
        {COMMON_TYPES.map((type) => (
          <li key={type}>
            <button type="button" className={ITEM} onClick={() => onPick(type)}>
              {type === 'image/' ? texts.anyImage : typeLabel(type)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function DeletableEditor({ onPick }: { onPick: (isDeletable: boolean) => void }) {
  return (
    <ul className="-m-2 grid w-44" aria-label={texts.deletion}>
      <li>
        <button type="button" className={ITEM} onClick={() => onPick(true)}>
          {texts.deletable}
        </button>
      </li>
      <li>
        <button type="button" className={ITEM} onClick={() => onPick(false)}>
          {texts.protectedLabel}
        </button>
      </li>
    </ul>
  )
}
