import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SkeletonOptions } from '#components/ui/skeleton-options.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { Time } from '#components/ui/time.tsx'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { addSampleData } from '#lib/add-sample-data.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatTotal } from '#lib/format.ts'
import { revealRows } from '#lib/reveal-rows.ts'
import { selfHref } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { sortedByUse } from './data-order.ts'
import { DropField } from './drop-field.tsx'
import { onSearchKeys } from './search-keys.ts'
import { combinedSlotType } from './slot-fit.ts'
import { hasLoadError } from './start-load-error.tsx'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

type KindChoice = 'all' | 'ClientUpload' | 'ProcessingArtefact'

const KINDS = [
  { value: 'all', label: texts.recent },
  { value: 'ClientUpload', label: texts.uploaded },
  { value: 'ProcessingArtefact', label: texts.results },
] as const satisfies readonly { value: KindChoice; label: string }[]

const NONE_OF = {
  ClientUpload: { is: texts.noUploadedFiles, fits: texts.noUploadedFileFits },
  ProcessingArtefact: { is: texts.noResultsYet, fits: texts.noResultFits },
}

/** Number of rows that are shown at first, so that the following sections stay in view. */
const SHORT_LIST = 6

/** The section to select data: the current selection, recent files, search, and upload. */
export function DataSection({ panel }: { panel: StartPanel }) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<KindChoice>('all')
  const target = panel.stepSlots.find((slot) => slot.Name === panel.slot.target)
  const slots = target ? [target] : panel.step && panel.stepSlots
  const {
    data: found,
    isPending,
    error,
    refetch,
  } = useQuery(workDataQueries.recent(text.trim(), slots && combinedSlotType(slots), kind === 'all' ? undefined : kind))
  const isUnasked = text === '' && kind === 'all'
  // If the list failed to load, there is nothing to search.
  const isLost = error !== null && !found
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const newest = found?.items ?? []
  // Search results and filtered files keep the server's order.
  const items =
    text.trim() || kind !== 'all'
      ? newest
      : [...chosenBesides(panel, newest), ...sortedByUse(newest, slots !== undefined)]
  const isShort = showsAll || items.length <= SHORT_LIST + 1
  const isChosen = (file: WorkDataDocument) => panel.hasChosen(selfHref(file))
  const shown = isShort ? items : items.filter((file, at) => at < SHORT_LIST || isChosen(file))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons inside have the focus
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" onKeyDown={onSearchKeys}>
      {target ? (
        <p className="flex items-center gap-2 text-ink-2">
          Choose data for <b className="font-medium text-ink">{target.Title || target.Name}</b>
          <IconButton
            size="sm"
            label={texts.chooseDataForAllSlots}
            icon={<X aria-hidden="true" className="icon-sm" />}
            onClick={() => panel.slot.set(undefined)}
          />
        </p>
      ) : null}
      <DropField panel={panel} />
      <SpreadChoice panel={panel} />
      {isUnasked && (found?.total === 0 || isLost) ? null : (
        <div className="flex flex-wrap gap-2">
          <Input
            className="min-w-48 flex-1"
            type="search"
            aria-label={texts.searchWorkData}
            placeholder={texts.searchWorkDataByName}
            value={text}
            onChange={(event) => setText(event.target.value)}
            lead={<Search aria-hidden="true" className="icon-sm" />}
          />
          <Segmented
            className="phone:w-full"
            label={texts.kindOfData}
            value={kind}
            onChange={setKind}
            choices={KINDS}
          />
        </div>
      )}
      {/* If selected files failed to load as well, their error is shown elsewhere, and its retry also reloads the list. */}
      {isLost && !hasLoadError(panel) ? (
        <div className="-mx-6 phone:-mx-4">
          <ErrorView title={texts.workDataCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isPending ? <SkeletonOptions of="files" /> : null}
      <ul ref={list} aria-label={texts.workData} className="-mx-2 grid grid-cols-[minmax(0,1fr)] empty:hidden">
        {shown.map((file) => (
          <DataRow key={selfHref(file)} file={file} panel={panel} />
        ))}
      </ul>
      {!isPending && items.length === 0 && !error ? (
        isUnasked && slots === undefined ? (
          <SampleData panel={panel} />
        ) : (
          <p className="text-ink-2">{noFilesText(kind, text.trim(), slots !== undefined)}</p>
        )
      ) : null}
      {isPending ? (
        <span className="flex h-7 items-center touch:h-11">
          <Skeleton className="h-2.5 w-32" />
        </span>
      ) : null}
      {found && !isShort ? (
        <Button
          size="sm"
          variant="text"
          className="-ml-2.5 justify-self-start"
          onClick={() => revealRows(list.current, () => setShowsAll(true))}
        >
          {found.total > items.length
            ? fill(texts.showTheNewest, items.length)
            : fill(texts.showAll, formatTotal(found.total))}
        </Button>
      ) : null}
      {found && isShort && found.total > items.length ? (
        <p className="text-xs text-ink-3">{fill(texts.showingTheNewest, items.length, formatTotal(found.total))}</p>
      ) : null}
    </div>
  )
}

/** Returns the selected files that are not in the list, such as those that the step does not accept. */
function chosenBesides({ loaded }: StartPanel, listed: readonly WorkDataDocument[]): WorkDataDocument[] {
  const hrefs = new Set(listed.map(selfHref))
  return loaded.documents.filter((file) => !hrefs.has(selfHref(file)))
}

function SampleData({ panel }: { panel: StartPanel }) {
  const queryClient = useQueryClient()
  const once = useIdempotent()
  const add = useMutation({
    mutationFn: () => once('sample', (key) => addSampleData(queryClient, key)),
    onSuccess: (href) => href !== undefined && panel.pick(href),
    onSettled: () => queryClient.invalidateQueries({ queryKey: workDataQueries.all }),
  })
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line px-4 py-3 phone:flex-wrap phone:px-3">
      <FileTile mediaType="text/csv" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{texts.sampleFile}</span>
        <span className="block text-xs text-ink-3">{texts.whatTheSampleIs}</span>
      </span>
      <Button size="sm" variant="primary" className="phone:w-full" working={add.isPending} onClick={() => add.mutate()}>
        {texts.useTheSample}
      </Button>
    </div>
  )
}

function noFilesText(kind: KindChoice, sought: string, isForStep: boolean): string {
  if (sought) return fill(texts.noResultsFor, sought)
  if (kind !== 'all') return NONE_OF[kind][isForStep ? 'fits' : 'is']
  return texts.noDataThatFits
}

/** Results of a step often have the same name, so the names of their jobs are shown, too. */
function DataRow({ file, panel }: { file: WorkDataDocument; panel: StartPanel }) {
  const { Name, MediaType, SizeInBytes, CreatedAt, ProducedByName } = file.properties
  const href = selfHref(file)
  const chosen = panel.hasChosen(href)
  const isUnfit = panel.step !== undefined && panel.assignment.unfit.some((one) => one.href === href)
  return (
    <li className="group/data flex items-center gap-2 rounded-md pl-2 hover:bg-hover">
      <Checkbox aria-label={fill(texts.selectNamed, Name)} checked={chosen} onChange={() => panel.toggle(href)} />
      <button
        type="button"
        data-choice
        onClick={() => panel.pick(href)}
        className="flex h-11 min-w-0 flex-1 items-center gap-3 pr-2 pl-1 text-left"
      >
        <FileTile mediaType={MediaType} />
        <span className="min-w-0 flex-1">
          <span className="flex font-medium">
            <MiddleTruncate text={Name} />
          </span>
          {isUnfit ? (
            <span className="block truncate text-xs text-warning">
              {fill(texts.notAccepted, panel.step?.properties.Title ?? '')}
            </span>
          ) : ProducedByName === undefined ? null : (
            <span className="flex text-xs text-ink-3">
              <MiddleTruncate text={ProducedByName} ends={splitJobName(ProducedByName)} />
            </span>
          )}
        </span>
        {chosen ? <Check aria-hidden="true" className="icon-sm text-accent" /> : null}
        <span className="flex-none text-xs text-ink-3 phone:hidden">{typeLabel(MediaType)}</span>
        <span className="w-16 flex-none text-right text-xs text-ink-3">{formatBytes(SizeInBytes)}</span>
        <Time at={CreatedAt} className="cell-time w-20 flex-none text-right text-xs text-ink-3 phone:hidden" />
      </button>
    </li>
  )
}

/**
 * If several files are selected for one slot, asks whether to start one job with all of them or a job for each. If the
 * slot takes only one file, says that each file gets its own job.
 */
function SpreadChoice({ panel }: { panel: StartPanel }) {
  const { spread, data } = panel
  if (!spread) return null
  const count = data.length
  if (!spread.mayJoin) {
    return (
      <p className="rounded-lg bg-info-soft px-3 py-2">
        {fill(texts.oneJobPerFile, panel.step?.properties.Title ?? '', count)}
      </p>
    )
  }
  return (
    <Segmented
      label={texts.howManyJobs}
      value={spread.value}
      onChange={spread.set}
      choices={[
        { value: 'together', label: fill(texts.oneJobWithAllFiles, count) },
        { value: 'each', label: fill(texts.jobsOnePerFile, count) },
      ]}
    />
  )
}
