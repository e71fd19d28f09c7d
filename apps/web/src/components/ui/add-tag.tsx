import { Plus } from 'lucide-react'
import * as texts from './texts.ts'

export function AddTag({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="relative flex items-center gap-1 rounded-sm text-ink-3 hover:text-ink touch:before:absolute touch:before:-inset-x-2 touch:before:-inset-y-3"
    >
      <Plus className="icon-sm" /> {texts.tag}
    </button>
  )
}
