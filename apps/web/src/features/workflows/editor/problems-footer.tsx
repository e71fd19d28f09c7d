import type { Fault } from '@millrace/contracts/problems'
import { partsOf } from '@millrace/parameters/pointer'
import { clsx } from 'clsx'
import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import * as canvas from '../canvas/texts.ts'
import { titleOf } from './step-items.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

interface ProblemsFooterProps {
  editor: WorkflowEditor
  /** Whether the text is not a valid workflow. The problems of the last valid version are hidden then. */
  isUnreadable: boolean
  onJump: (fault: Fault) => void
}

const SHOWN = 200

/** The number of problems, and a list of links to their locations. */
export function ProblemsFooter({ editor, isUnreadable, onJump }: ProblemsFooterProps) {
  const { draft } = editor
  const faults = isUnreadable ? [] : editor.faults
  const [open, setOpen] = useState(false)
  const [first] = faults
  return (
    <footer className="flex-none border-t border-line bg-surface">
      {open && faults.length > 0 ? (
        <ul aria-label={texts.problems} className="scroll-thin max-h-48 overflow-y-auto border-b border-line py-1">
          {faults.slice(0, SHOWN).map((fault) => (
            <li key={`${fault.pointer} ${fault.message}`}>
              <button
                type="button"
                className="flex min-h-8 w-full items-baseline gap-3 px-4 py-1 text-left hover:bg-hover"
                onClick={() => onJump(fault)}
              >
                <span className="flex-none font-medium">{placeOf(editor, fault)}</span>
                <span className="min-w-0 flex-1 text-ink-2">{fault.message}</span>
              </button>
            </li>
          ))}
          {faults.length > SHOWN ? (
            <li className="px-4 py-1 text-ink-3">{fill(texts.andMore, faults.length - SHOWN)}</li>
          ) : null}
        </ul>
      ) : null}
      <div className="flex h-10 items-center gap-3 px-4">
        <span role="status" className="flex min-w-0 flex-1 items-center gap-2">
          {isUnreadable ? (
            <>
              <span className="text-danger">
                <FailedIcon />
              </span>
              {texts.jsonIsNoWorkflow}
            </>
          ) : first ? (
            <>
              <span className="text-danger">
                <FailedIcon />
              </span>
              <span className="flex-none font-medium">{plural(faults.length, 'problem')}</span>
              <span className="min-w-0 truncate text-ink-2">
                {placeOf(editor, first)}: {first.message}
              </span>
            </>
          ) : draft.nodes.length > 0 && !editor.steps.isPending ? (
            <>
              <StateIcon state={texts.completed} />
              {texts.noProblems}
            </>
          ) : null}
        </span>
        {first ? (
          <>
            <Button size="sm" variant="text" className="text-accent!" onClick={() => onJump(first)}>
              {texts.goThere}
            </Button>
            {faults.length > 1 ? (
              <Button
                size="sm"
                variant="quiet"
                aria-expanded={open}
                icon={<ChevronUp className={open ? 'rotate-180' : ''} />}
                onClick={() => setOpen(!open)}
              >
                {open ? texts.hideList : texts.showAll}
              </Button>
            ) : null}
          </>
        ) : null}
        <PortLegend />
        <span className="flex-none text-xs text-ink-2">{plural(draft.nodes.length, 'step')}</span>
      </div>
    </footer>
  )
}

const PORT = 'size-2.5 flex-none border-[1.5px] border-ink-3'

function PortLegend() {
  const ports = [
    { text: canvas.oneFile, look: 'rounded-full' },
    { text: canvas.severalFiles, look: 'rounded-[2px]' },
    { text: canvas.fixedFile, look: 'rounded-full bg-ink-3' },
  ]
  return (
    <ul aria-label={texts.ports} className="mr-3 flex flex-none gap-4 text-xs text-ink-3 max-lg:hidden">
      {ports.map(({ text, look }) => (
        <li key={text} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={clsx(PORT, look)} />
          {text}
        </li>
      ))}
    </ul>
  )
}

function placeOf(editor: WorkflowEditor, { pointer }: Fault): string {
  const [group, index] = partsOf(pointer)
  const node = group === 'nodes' ? editor.draft.nodes[Number(index)] : undefined
  if (node) return titleOf(editor, node.id)
  if (group === 'variables') return fill(texts.variable, index ?? '')
  return group === 'outputs' ? fill(texts.output, index ?? '') : 'Workflow'
}
