import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { type MenuProps, useParts } from './menu-parts.ts'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

/** A menu of actions that opens from a button. Its code is loaded when the pointer reaches the button. */
export function Menu({ trigger, defaultOpen = false, ...popup }: MenuProps) {
  const [wanted, setWanted] = useState(defaultOpen)
  const waiting = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadPopup().catch(() => {}),
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setWanted(true)
    },
  })
  if (!wanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <MenuPopup trigger={trigger} {...popup} />
    </Suspense>
  )
}

const ROW = clsx(
  'flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none touch:h-11',
  'data-highlighted:bg-hover data-disabled:cursor-default data-disabled:text-ink-3',
)
const INK = 'text-ink [&>svg]:text-ink-3'
const DANGER = 'text-danger [&>svg]:text-danger'

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Shown at the right edge: key caps. */
  hint?: ReactNode
  /** A router link or anchor to render instead of a button. */
  render?: ReactElement<Record<string, unknown>>
  onClick?: () => void
  children: ReactNode
}

/** A menu item: icon, label and a hint at the right. Pass a link as `render` to make the item a link. */
export function MenuItem({ icon, danger = false, disabled = false, hint, render, onClick, children }: MenuItemProps) {
  const Base = useParts()
  return (
    <Base.Item
      disabled={disabled}
      {...(render ? { render, nativeButton: false } : {})}
      {...(onClick ? { onClick } : {})}
      className={clsx(ROW, danger ? DANGER : INK)}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {hint}
    </Base.Item>
  )
}

export function MenuSeparator() {
  const Base = useParts()
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />
}

interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; icon?: ReactNode }[]
  disabled?: boolean
  /** Closes the menu when chosen, for choices that open another page. */
  closes?: boolean
}

/** A group of menu items of which one is checked. Choosing an item leaves the menu open unless `closes` is set. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const { label, value, onChange, choices, disabled = false, closes = false } = props
  const Base = useParts()
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1 pb-0.5 text-xs text-ink-3">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            disabled={disabled}
            closeOnClick={closes}
            className={clsx(ROW, INK)}
          >
            {choice.icon}
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            <Base.RadioItemIndicator>
              <Check className="icon-sm text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
