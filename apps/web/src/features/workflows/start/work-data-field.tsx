import { useQueries, useQuery } from '@tanstack/react-query'
import { FolderOpen, Upload, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { WorkDataFieldProps } from '#components/schema-form/work-data-field.ts'
import { Button } from '#components/ui/button.tsx'
import { FileIcon, FileTile } from '#components/ui/file-icon.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { Time } from '#components/ui/time.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { isNotFound } from '#lib/not-found.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { addTransfers, transferDone } from '#lib/transfers.ts'
import * as texts from './texts.ts'

/** Renders a form field to select work data of any type. Pass it to `WorkDataFieldContext`. */
export function renderWorkDataField(props: WorkDataFieldProps) {
  return <WorkDataField {...props} />
}

/** Returns a function like `renderWorkDataField`, for a form whose properties take work data of these media types. */
export function workDataFieldFor(slotTypes: ReadonlyMap<string, string>) {
  return (props: WorkDataFieldProps) => <WorkDataField {...props} slotType={slotTypes.get(props.name ?? '')} />
}

/**
 * Selects work data for a variable or slot: shows the selection, and offers to search existing work data or to upload a
 * file. Until the user types, the search lists only what fits `slotType`.
 */
export function WorkDataField({
  hrefs,
  onChange,
  multiple,
  label,
  control,
  disabled,
  slotType,
}: WorkDataFieldProps & { slotType?: string | null | undefined }) {
  const files = useQueries({ queries: hrefs.map((href) => workDataQueries.detail(href)) })
  const [open, setOpen] = useState(false)
  const verb = hrefs.length === 0 ? texts.chooseWorkData : multiple ? texts.addWorkData : texts.chooseOtherWorkData
  const add = (href: string) => {
    onChange(multiple ? [...new Set([...hrefs, href])] : [href])
    if (!multiple) setOpen(false)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {hrefs.map((href, at) => {
        const error = files[at]?.error
        const file = files[at]?.data?.properties
        return (
          <span key={href} className="flex h-11 items-center gap-3 rounded-md border border-line px-2.5">
            <FileTile mediaType={file?.MediaType ?? null} />
            <span className="min-w-0 flex-1 truncate font-medium">
              {file?.Name ?? (error ? missingText(error) : texts.loading)}
            </span>
            {file ? <span className="flex-none text-xs text-ink-3">{formatBytes(file.SizeInBytes)}</span> : null}
            <IconButton
              size="sm"
              label={`Remove ${file?.Name ?? 'file'}`}
              disabled={disabled}
              icon={<X className="icon-sm" />}
              onClick={() => onChange(hrefs.filter((other) => other !== href))}
            />
          </span>
        )
      })}
      <span className="flex flex-wrap gap-2">
        <Popover
          label={fill(texts.workDataFor, label)}
          align="start"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button
              {...buttonProps(control)}
              aria-label={fill(texts.verbFor, verb, label)}
              disabled={disabled}
              icon={<FolderOpen />}
            >
              {verb}
            </Button>
          }
        >
          <WorkDataFinder onPick={add} chosen={hrefs} slotType={slotType} findsAll />
        </Popover>
        <UploadButton onUploaded={add} disabled={disabled} />
      </span>
    </div>
  )
}

/**
 * The validity of the field is left out, because buttons don't support `aria-invalid`. The note that describes the
 * button has the error.
 */
function buttonProps({ id, 'aria-describedby': describedBy }: WorkDataFieldProps['control']) {
  return { id, ...(describedBy && { 'aria-describedby': describedBy }) }
}

interface WorkDataFinderProps {
  onPick: (href: string) => void
  chosen: readonly string[]
  slotType?: string | null | undefined
  /** Whether the search also finds work data of other types. */
  findsAll?: boolean
}

/** Searches work data by name. */
export function WorkDataFinder({ onPick, chosen, slotType, findsAll = false }: WorkDataFinderProps) {
  const [text, setText] = useState('')
  const sought = text.trim()
  const { data } = useQuery(workDataQueries.recent(sought, findsAll && sought ? null : slotType))
  const items = data?.items.filter((file) => !chosen.includes(selfHref(file))) ?? []
  return (
    <div className="grid w-84 max-w-full gap-2">
      <Input
        type="search"
        autoFocus
        aria-label={texts.searchWorkData}
        placeholder={texts.searchWorkDataByName}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul aria-label={texts.workData} className="scroll-thin -mx-2 max-h-72 overflow-y-auto">
        {items.map((file) => (
          <li key={selfHref(file)}>
            <button
              type="button"
              onClick={() => onPick(selfHref(file))}
              className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11"
            >
              <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{file.properties.Name}</span>
              <Time at={file.properties.CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
            </button>
          </li>
        ))}
        {data && items.length === 0 ? (
          <Nothing>{text ? fill(texts.noResultsFor, text) : texts.noWorkDataYet}</Nothing>
        ) : null}
      </ul>
    </div>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <li className="px-2 py-1.5 text-ink-2">{children}</li>
}

function UploadButton({ onUploaded, disabled }: { onUploaded: (href: string) => void; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [uploading, setUploading] = useState(0)

  async function upload(files: FileList) {
    const ids = addTransfers(files)
    setUploading((count) => count + ids.length)
    for (const id of ids) {
      await transferDone(id).then(onUploaded, (error: Error) => toast.error(error.message))
      setUploading((count) => count - 1)
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        disabled={disabled}
        working={uploading > 0}
        icon={<Upload />}
        onClick={() => input.current?.click()}
      >
        {texts.uploadAFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          if (target.files) void upload(target.files)
        }}
      />
    </>
  )
}

function missingText(error: Error): string {
  return isNotFound(error) ? texts.thisFileNoLongerExists : texts.thisFileCouldNotBeLoaded
}
