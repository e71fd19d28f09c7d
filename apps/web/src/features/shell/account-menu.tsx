import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { useSession } from '#lib/session.ts'
import { type Theme, useTheme } from '#lib/theme.ts'
import { useLocalStorage } from '#lib/use-local-storage.ts'

const THEME_CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun className="icon-sm" aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon className="icon-sm" aria-hidden="true" /> },
  { value: 'system', label: 'As the system', icon: <Monitor className="icon-sm" aria-hidden="true" /> },
] as const satisfies readonly { value: Theme; label: string; icon: React.ReactNode }[]

/** Who is signed in; theme, keys and the way out. */
export function AccountMenu({ word }: { word: string }) {
  const session = useSession()
  if (!session) return null
  const { name } = session.user
  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${name}`}
      className="-mx-2 -mb-2 flex h-12 items-center gap-[9px] border-t border-line px-3.5 -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={name} size={24} />
      <span className={clsx('min-w-0 flex-1 truncate text-left', word)}>{name}</span>
      <Ellipsis className={clsx('icon-sm text-ink-3', word)} aria-hidden="true" />
    </button>
  )
  return (
    <Menu trigger={trigger} side="top" align="start" className="w-56">
      <AccountMenuItems />
    </Menu>
  )
}

/** The same entries for the sidebar and the phone's More page. */
export function AccountMenuItems() {
  const session = useSession()
  const [theme, setTheme] = useTheme()
  const [letters, setLetters] = useLocalStorage<'on' | 'off'>('single-key-shortcuts', parseLetters)
  return (
    <>
      <div className="px-2 py-1.5">
        <div className="truncate font-medium">{session?.user.name}</div>
        <div className="truncate text-xs text-ink-3">{session?.user.email}</div>
      </div>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} onChange={setTheme} choices={THEME_CHOICES} />
      <MenuSeparator />
      <MenuItem
        icon={<Keyboard className="icon-sm" aria-hidden="true" />}
        hint={<span className="text-xs text-ink-3">{letters === 'on' ? 'On' : 'Off'}</span>}
        onClick={() => setLetters(letters === 'on' ? 'off' : 'on')}
      >
        Single-key shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut className="icon-sm" aria-hidden="true" />} render={<Link to="/sign-out" />}>
        Sign out
      </MenuItem>
    </>
  )
}

function parseLetters(stored: string | null): 'on' | 'off' {
  return stored === 'off' ? 'off' : 'on'
}
