import { LayoutGrid, List } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import * as texts from './texts.ts'

const LOOKS = {
  table: { label: texts.tableView, Icon: List },
  grid: { label: texts.gridView, Icon: LayoutGrid },
  cards: { label: texts.cardView, Icon: LayoutGrid },
} as const

interface ViewSwitchProps<View extends keyof typeof LOOKS> {
  view: View
  views: readonly View[]
  onChange: (view: View) => void
}

/** Switches between the views of a list. Hidden on a phone, which shows only one view. */
export function ViewSwitch<View extends keyof typeof LOOKS>({ view, views, onChange }: ViewSwitchProps<View>) {
  return (
    <span className="flex gap-0.5 phone:hidden">
      {views.map((one) => {
        const { label, Icon } = LOOKS[one]
        return (
          <IconButton
            key={one}
            size="sm"
            label={label}
            icon={<Icon aria-hidden="true" />}
            aria-pressed={view === one}
            className={view === one ? 'bg-selected! text-accent!' : ''}
            onClick={() => onChange(one)}
          />
        )
      })}
    </span>
  )
}
