import { clsx } from 'clsx'
import { ArrowRight, Files } from 'lucide-react'
import { FileIcon } from './file-icon.tsx'
import { MiddleTruncate } from './middle-truncate.tsx'

export interface FlowEnd {
  name: string
  mediaType?: string | null
}

interface FlowTripletProps {
  inputs: readonly FlowEnd[]
  step: string | null
  outputs?: readonly FlowEnd[]
  className?: string
}

/** One line tells the story: input → step → output. Where room is short the step stays, then the input. */
export function FlowTriplet({ inputs, step, outputs = [], className }: FlowTripletProps) {
  return (
    <span className={clsx('@container block min-w-0 text-ink-2', className)}>
      <span className="flex min-w-0 items-center gap-[7px]">
        <End ends={inputs} icon />
        {step ? (
          <>
            {inputs.length > 0 ? <Arrow /> : null}
            <span className="max-w-1/2 min-w-12 flex-none truncate font-mono text-[11.5px] @max-[11rem]:max-w-none @max-[11rem]:flex-1">
              {step}
            </span>
          </>
        ) : null}
        {outputs.length > 0 ? (
          <span className="contents @max-[17rem]:hidden">
            <Arrow />
            <End ends={outputs} />
          </span>
        ) : null}
      </span>
    </span>
  )
}

function Arrow() {
  return <ArrowRight aria-hidden="true" className="icon-sm text-ink-3" />
}

function End({ ends, icon = false }: { ends: readonly FlowEnd[]; icon?: boolean }) {
  const [first] = ends
  if (!first) return null
  const many = ends.length > 1
  return (
    <>
      {icon ? (
        <span className="text-ink-3">
          {many ? (
            <Files aria-hidden="true" className="icon-sm" />
          ) : (
            <FileIcon name={first.name} mediaType={first.mediaType} />
          )}
        </span>
      ) : null}
      {many ? (
        <span className="truncate @max-[11rem]:hidden">{ends.length} files</span>
      ) : (
        <MiddleTruncate text={first.name} className="@max-[11rem]:hidden" />
      )}
    </>
  )
}
