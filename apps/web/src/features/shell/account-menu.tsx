import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { useSession } from '#lib/session.ts'
import { OnDemand } from './on-demand.tsx'
import * as texts from './texts.ts'

const AccountPopup = lazy(() => import('./account-popup.tsx').then((module) => ({ default: module.AccountPopup })))

/** Shows the signed-in user as a button that opens the account menu. */
export function AccountMenu({ word }: { word: string }) {
  const session = useSession()
  if (!session) return null
  const { name } = session.user
  return (
    <OnDemand
      Opened={AccountPopup}
      renderTrigger={(onClick) => <AccountButton name={name} word={word} {...(onClick ? { onClick } : {})} />}
    />
  )
}

function AccountButton({ name, word, ...rest }: ComponentProps<'button'> & { name: string; word: string }) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className="-mx-2 -mb-2 flex h-12 flex-none items-center gap-[9px] border-t border-line px-3.5 -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={name} size={24} />
      <span className={clsx('min-w-0 flex-1 truncate text-left', word)}>
        <span className="sr-only">{texts.account}</span>
        {name}
      </span>
      <Ellipsis className={clsx('icon-sm text-ink-3', word)} />
    </button>
  )
}
