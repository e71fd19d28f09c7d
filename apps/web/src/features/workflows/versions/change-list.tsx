import type { Binding, Source, WorkflowDefinition } from '@millrace/workflows/definition'
import { type Change, changesOf } from '@millrace/workflows/diff'
import { Minus, Pencil, Plus } from 'lucide-react'
import { capitalized } from '#lib/capitalized.ts'
import { bindingText, sourceText } from '../editor/binding-text.ts'
import * as texts from './texts.ts'

const ICONS = { added: Plus, removed: Minus, changed: Pencil, renamed: Pencil }
const WORDS = { added: 'added', removed: 'removed', changed: 'changed', renamed: 'renamed' }

/** Lists the differences between two versions as sentences. */
export function ChangeList({ before, after }: { before: WorkflowDefinition; after: WorkflowDefinition }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <p>{texts.onlyPositionsDiffer}</p>
  return (
    <ul aria-label={texts.changes} className="scroll-thin grid max-h-100 gap-2 overflow-y-auto">
      {changes.map((change) => {
        const Icon = ICONS[change.kind]
        return (
          <li key={`${change.of} ${change.name} ${change.setting}`} className="flex gap-2 text-sm text-ink">
            <Icon aria-hidden="true" className="icon-sm mt-0.75 flex-none text-ink-3" />
            <span className="min-w-0">
              {subject(change)} {WORDS[change.kind]}
              {change.kind === 'renamed' ? ` to ${String(change.after)}` : null}
              {change.kind === 'changed' ? <Values change={change} /> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function subject({ of, name, setting }: Change): string {
  const what = of === 'workflow' ? 'Workflow' : `${capitalized(of)} ${name}`
  return setting === undefined ? what : `${what}, ${setting}`
}

function Values({ change: { setting = '', before, after } }: { change: Change }) {
  return (
    <span className="mono-sm block text-ink-2 wrap-anywhere">
      {textOf(setting, before)} → {textOf(setting, after)}
    </span>
  )
}

/** Formats the value of a setting in the same way as the details panel, if that shows the setting. */
function textOf(setting: string, value: unknown): string {
  if (value === undefined) return 'none'
  if (setting.startsWith('parameters › ')) return bindingText(value as Binding)
  if (setting.startsWith('inputs › ')) return (value as Source[]).map((source) => sourceText(source)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
