import { JOB_STATES, type WireJobState } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { Input } from '#components/ui/input.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { jobQueries } from '../jobs.queries.ts'
import * as texts from './texts.ts'

const ITEM = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11'

export function StateEditor({
  value,
  onChange,
}: {
  value: WireJobState | undefined
  onChange: (state: WireJobState) => void
}) {
  return (
    <ul className="-m-2 grid w-48" aria-label={texts.state}>
      {JOB_STATES.map((state) => (
        <li key={state}>
          <button type="button" aria-pressed={state === value} className={ITEM} onClick={() => onChange(state)}>
            <StateIcon state={state} still />
            {STATE_LABELS[state]}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface PickEditorProps {
  what: 'step' | 'data'
  onPick: (linkCode: string) => void
}

/** Lets the user choose a step or work data by name. */
export function PickEditor({ what, onPick }: PickEditorProps) {
  const [text, setText] = useState('')
  const options =
    what === 'step' ? <StepOptions text={text} onPick={onPick} /> : <DataOptions text={text} onPick={onPick} />
  return (
    <div className="grid w-72 gap-2">
      <Input
        type="search"
        autoFocus
        aria-label={what === 'step' ? texts.searchSteps : texts.searchWorkData}
        placeholder={what === 'step' ? texts.searchSteps : texts.searchWorkData}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="scroll-thin -mx-2 max-h-64 overflow-y-auto">{options}</ul>
    </div>
  )
}

interface OptionsProps {
  text: string
  onPick: (linkCode: string) => void
}

function StepOptions({ text, onPick }: OptionsProps) {
  const { data = [] } = useQuery(processingStepQueries.lookup())
  const wanted = text.trim().toLowerCase()
  return data
    .filter(({ properties: step }) => `${step.Title} ${step.FunctionName}`.toLowerCase().includes(wanted))
    .map((step) => (
      <Pick key={selfHref(step)} onClick={() => onPick(encodeLink(selfHref(step)))}>
        <span className="min-w-0 flex-1 truncate">{step.properties.Title}</span>
        <span className="mono-sm text-ink-3">{step.properties.Version}</span>
      </Pick>
    ))
}

function DataOptions({ text, onPick }: OptionsProps) {
  const { data } = useQuery(workDataQueries.recent(text.trim()))
  return (data?.items ?? []).map((file) => (
    <Pick key={selfHref(file)} onClick={() => onPick(encodeLink(selfHref(file)))}>
      <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{file.properties.Name}</span>
    </Pick>
  ))
}

function Pick({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={ITEM} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}

/** The name of the document that a filter links to; a placeholder if it is loading or was deleted. */
export function DocumentName({ href, what }: { href: string; what: 'step' | 'data' | 'parent' }) {
  const step = useQuery({ ...processingStepQueries.detail(href), enabled: what === 'step' })
  const file = useQuery({ ...workDataQueries.detail(href), enabled: what === 'data' })
  const parent = useQuery({ ...jobQueries.detail(href), enabled: what === 'parent' })
  const name = step.data?.properties.Title ?? file.data?.properties.Name ?? parent.data?.properties.Name
  if (name) return name
  return step.isError || file.isError || parent.isError ? 'deleted item' : '…'
}
