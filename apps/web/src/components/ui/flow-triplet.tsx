import { clsx } from 'clsx'
import { ArrowRight, Files } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { FileIcon, typeLabel } from './file-icon.tsx'
import { MiddleTruncate } from './middle-truncate.tsx'
import * as texts from './texts.ts'

/** An input or output file. */
export interface FlowEnd {
  name: string
  mediaType?: string | null
}

interface FlowTripletProps {
  inputs: readonly FlowEnd[]
  step: string | null
  /** Whether `step` is the title of the step, not its function name. */
  isTitle?: boolean
  outputs?: readonly FlowEnd[]
  /** Shown instead of the output, such as the reason why there is none. */
  problem?: ReactNode
  className?: string
}

/** Inputs and outputs share the remaining width equally. If one side needs less, the other side gets the rest. */
const END = 'min-w-0 max-w-max flex-1'
/** If an input and a problem don’t fit in one line, only the first letters of the input are shown. */
const BESIDE_PROBLEM = 'beside-problem'

/** A job in one line: input → step → output. A problem that doesn’t fit beside input and step replaces them. */
export function FlowTriplet({ inputs, step, isTitle = false, outputs = [], problem, className }: FlowTripletProps) {
  return (
    <span className={clsx('@container/flow block min-w-0 text-ink-2', className)}>
      <span className="flex min-w-0 items-center gap-[7px] sm:@max-[18rem]/flow:gap-[5px]">
        <span className={clsx('contents', problem && '@max-[30rem]/flow:hidden')}>
          <End ends={inputs} icon className={problem ? BESIDE_PROBLEM : END} />
          {step && inputs.length > 0 ? <Arrow /> : null}
        </span>
        {step ? (
          <span
            className={clsx(
              'max-w-[45%] flex-none truncate',
              !isTitle && 'font-mono text-[0.72rem]',
              problem && '@max-[30rem]/flow:hidden',
            )}
          >
            {step}
          </span>
        ) : null}
        {outputs.length > 0 ? (
          <>
            <Arrow />
            <Output ends={outputs} />
          </>
        ) : null}
        {problem ? <span className="min-w-0 truncate">{problem}</span> : null}
      </span>
    </span>
  )
}

/** The name of the output. In a narrow line, only its type, because the name repeats most of the input’s name. */
function Output({ ends }: { ends: readonly FlowEnd[] }) {
  const [first] = ends
  if (ends.length > 1 || !first?.mediaType) return <End ends={ends} className={END} />
  return (
    <>
      <MiddleTruncate text={first.name} className={clsx(END, '@max-[24rem]/flow:hidden!')} />
      <span title={first.name} className="hidden flex-none @max-[24rem]/flow:inline">
        {typeLabel(first.mediaType)}
      </span>
    </>
  )
}

function Arrow() {
  return <ArrowRight className="icon-sm text-ink-3" />
}

function End({ ends, icon = false, className }: { ends: readonly FlowEnd[]; icon?: boolean; className: string }) {
  const [first] = ends
  if (!first) return null
  const many = ends.length > 1
  return (
    <>
      {icon ? (
        <span className="text-ink-3 sm:@max-[18rem]/flow:hidden">
          {many ? <Files className="icon-sm" /> : <FileIcon name={first.name} mediaType={first.mediaType} />}
        </span>
      ) : null}
      {many ? (
        <span className="flex-none">{fill(texts.files, ends.length)}</span>
      ) : (
        <MiddleTruncate text={first.name} className={className} />
      )}
    </>
  )
}
