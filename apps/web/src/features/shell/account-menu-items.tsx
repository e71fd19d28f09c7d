import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, Shield, Sun } from 'lucide-react'
import { MenuChoice, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { useLetterKeys } from '#lib/keys.ts'
import { isAdmin, useSession } from '#lib/session.ts'
import { type Theme, useTheme } from '#lib/theme.ts'
import { usePhone } from '#lib/use-media.ts'
import * as texts from './texts.ts'

const THEME_CHOICES = [
  { value: 'light', label: texts.light, icon: <Sun className="icon-sm" /> },
  { value: 'dark', label: texts.dark, icon: <Moon className="icon-sm" /> },
  { value: 'system', label: texts.system, icon: <Monitor className="icon-sm" /> },
] as const satisfies readonly { value: Theme; label: string; icon: React.ReactNode }[]

/** Entries of the account menu, for the sidebar and for the phone's More menu. */
export function AccountMenuItems() {
  const session = useSession()
  const [theme, setTheme] = useTheme()
  const [allUsers, setAllUsers] = useAdminMode()
  const [letters, setLetters] = useLetterKeys()
  const isPhone = usePhone()
  return (
    <>
      <div className="px-2 py-1.5">
        <div className="truncate font-medium">{session?.user.name}</div>
        <div className="truncate text-xs text-ink-3">{session?.user.email}</div>
      </div>
      <MenuSeparator />
      <MenuChoice label={texts.theme} value={theme} onChange={setTheme} choices={THEME_CHOICES} />
      {isAdmin(session) || !isPhone ? <MenuSeparator /> : null}
      {isAdmin(session) ? (
        <MenuItem
          icon={<Shield className="icon-sm" />}
          hint={<span className="text-xs text-ink-3">{allUsers ? texts.on : texts.off}</span>}
          onClick={() => setAllUsers(!allUsers)}
        >
          {texts.adminMode}
        </MenuItem>
      ) : null}
      {/* Phones have no keyboard. */}
      {isPhone ? null : (
        <MenuItem
          icon={<Keyboard className="icon-sm" />}
          hint={<span className="text-xs text-ink-3">{letters ? texts.on : texts.off}</span>}
          onClick={() => setLetters(!letters)}
        >
          {texts.singleKeyShortcuts}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut className="icon-sm" />} render={<Link to="/sign-out" />}>
        {texts.signOut}
      </MenuItem>
    </>
  )
}
