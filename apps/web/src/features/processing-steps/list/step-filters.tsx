import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { Input } from '#components/ui/input.tsx'
import { hiddenFilter } from '#components/ui/list-filters.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { StepListSearch } from '../step-search.ts'
import * as texts from './texts.ts'

const ITEM = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11'

/** Returns the filters of the list with their current values, editors and handlers. */
export function useStepFilters(
  search: StepListSearch,
  onSearch: (search: StepListSearch) => void,
  fileName: string | undefined,
): Filter[] {
  const set = (change: Partial<StepListSearch>) => onSearch({ ...search, ...change })
  return [
    {
      id: 'fits',
      label: texts.fits,
      value: search.fits && (fileName ?? '…'),
      edit: (close) => <FileEditor onPick={(fits) => [set({ fits }), close()]} />,
      onClear: () => set({ fits: undefined }),
    },
    {
      id: 'IsPublic',
      label: texts.stepsAre,
      value: search.IsPublic === undefined ? undefined : search.IsPublic ? 'public' : 'private',
      edit: (close) => (
        <ul className="-m-2 grid w-40" aria-label={texts.visibility}>
          {[true, false].map((IsPublic) => (
            <li key={String(IsPublic)}>
              <button type="button" className={ITEM} onClick={() => [set({ IsPublic }), close()]}>
                {IsPublic ? texts.publicLabel : texts.privateLabel}
              </button>
            </li>
          ))}
        </ul>
      ),
      onClear: () => set({ IsPublic: undefined }),
    },
    hiddenFilter(texts.hiddenStepsAre, search, set),
    {
      id: 'ShowDeprecated',
      label: texts.deprecatedStepsAre,
      value: search.ShowDeprecated ? 'shown' : undefined,
      onAdd: () => set({ ShowDeprecated: true }),
      onClear: () => set({ ShowDeprecated: false }),
    },
  ]
}

const FOUND = 12

/** Lets the user choose the file that all listed steps must accept. */
function FileEditor({ onPick }: { onPick: (linkCode: string) => void }) {
  const [text, setText] = useState('')
  const { data } = useQuery(
    workDataQueries.list({
      Pagination: { PageSize: FOUND },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: text.trim() ? { NameContains: text.trim() } : {},
      IncludeRemainingTags: false,
    }),
  )
  return (
    <div className="grid w-72 gap-2">
      <Input
        type="search"
        autoFocus
        aria-label={texts.searchWorkData}
        placeholder={texts.searchWorkData}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="scroll-thin -mx-2 max-h-64 overflow-y-auto">
        {data?.items.map((file) => (
          <li key={selfHref(file)}>
            <button type="button" className={ITEM} onClick={() => onPick(encodeLink(selfHref(file)))}>
              <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{file.properties.Name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
