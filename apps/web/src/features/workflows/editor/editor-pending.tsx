import {
  Hand,
  LayoutDashboard,
  Maximize,
  Minus,
  MousePointer2,
  PanelLeft,
  PanelRight,
  Plus,
  Search,
  StickyNote,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import * as inspector from '../inspector/texts.ts'
import { StepsPending } from './steps-pending.tsx'
import * as texts from './texts.ts'

const STEPS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3']

export function EditorPending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <div aria-hidden="true" className="flex min-h-0 flex-1 flex-col">
        <BarPending />
        <div className="flex min-h-0 flex-1 phone:flex-col">
          <div className="flex w-54 flex-none flex-col gap-2 border-r border-line p-3 pb-0 phone:hidden">
            <span className="flex h-8 flex-none items-center gap-2 rounded-md border border-control bg-surface px-2.5 text-ink-3">
              <Search className="icon-sm" />
              {texts.searchSteps}
            </span>
            <StepsPending />
          </div>
          <CanvasPending />
          <ol className="grid px-4 py-2 pt-10 sm:hidden">
            {STEPS.map((width) => (
              <li key={width} className="grid gap-3 border-b border-line py-4 last:border-b-0">
                <Skeleton className={`h-3 ${width}`} />
                <Skeleton className="h-2.5 w-2/5" />
              </li>
            ))}
          </ol>
          <div className="w-78 flex-none border-l border-line p-4 max-[80rem]:hidden max-xl:w-68">
            <p className="text-lg font-semibold">{inspector.workflow}</p>
            <p className="mb-3 text-ink-2">{inspector.selectAStep}</p>
            <div className="grid gap-3">
              <FieldPending label={inspector.title} className="h-8" />
              <FieldPending label={inspector.description} className="h-20.5" />
              <FieldPending label={inspector.tags} className="h-8" />
            </div>
          </div>
        </div>
        <div className="flex h-10 flex-none items-center justify-between border-t border-line px-4 phone:hidden">
          <Skeleton className="h-2.5 w-28" />
          <Skeleton className="h-2.5 w-56" />
        </div>
      </div>
    </div>
  )
}

/** On a phone, the title is in the header instead. */
function BarPending() {
  return (
    <div className="flex h-14 flex-none items-center gap-3 border-b border-line px-4 phone:h-25 phone:flex-wrap phone:content-start phone:justify-between phone:pt-4">
      <Skeleton className="h-4 w-40 min-w-0 phone:hidden" />
      <Skeleton className="h-2.5 w-36 min-w-0" />
      <span className="ml-auto flex flex-none gap-2">
        <Skeleton className="h-8 w-30 rounded-md max-xl:w-22 phone:hidden" />
        <Skeleton className="h-8 w-34 rounded-md touch:h-11" />
      </span>
      <Skeleton className="h-2.5 w-2/5 sm:hidden" />
    </div>
  )
}

function CanvasPending() {
  return (
    <div className="dotted relative flex-1 bg-sunken phone:h-44 phone:flex-none phone:border-b phone:border-line">
      <Tools className="top-4 left-4">
        <PanelLeft className="min-[80rem]:hidden" />
        <MousePointer2 />
        <Hand />
        <StickyNote />
      </Tools>
      <Tools className="top-4 right-4 min-[80rem]:hidden">
        <PanelRight />
      </Tools>
      <Tools className="bottom-4 left-4">
        <Minus />
        <span className="-mx-2 w-11" />
        <Plus />
        <Maximize />
        <span className="flex items-center gap-2 pr-2">
          <LayoutDashboard />
          {texts.tidyUp}
        </span>
      </Tools>
    </div>
  )
}

function Tools({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={`absolute flex h-9.5 items-center gap-3.5 rounded-lg border border-line bg-surface px-2.5 text-ink-3 phone:hidden [&_svg]:size-4 ${className}`}
    >
      {children}
    </div>
  )
}

function FieldPending({ label, className }: { label: string; className: string }) {
  return (
    <span className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <span className={`rounded-md border border-line p-2.5 ${className}`}>
        <Skeleton className="h-2.5 w-1/2" />
      </span>
    </span>
  )
}
