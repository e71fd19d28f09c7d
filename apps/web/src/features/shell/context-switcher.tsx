import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { type ActiveContext, useActiveContext } from '#features/organizations/organizations.queries.ts'
import { OnDemand } from './on-demand.tsx'
import * as texts from './texts.ts'

const ContextPopup = lazy(() => import('./context-popup.tsx').then((module) => ({ default: module.ContextPopup })))

interface ContextSwitcherProps {
  /** Class of the text beside the icon, which is only for screen readers while the sidebar is collapsed. */
  word: string
  folded: boolean
}

/** Shows the active context as a button that opens the menu of contexts. */
export function ContextSwitcher({ word, folded }: ContextSwitcherProps) {
  const context = useActiveContext()
  return (
    <OnDemand
      Opened={ContextPopup}
      renderTrigger={(onClick) => (
        <SwitcherButton context={context} word={word} folded={folded} {...(onClick ? { onClick } : {})} />
      )}
    />
  )
}

type SwitcherButtonProps = ComponentProps<'button'> & ContextSwitcherProps & { context: ActiveContext | undefined }

function SwitcherButton({ context, word, folded, ...rest }: SwitcherButtonProps) {
  const name = context?.name ?? ''
  return (
    <button
      type="button"
      aria-haspopup="menu"
      title={name}
      {...rest}
      className={clsx(
        'mb-2 flex h-10 flex-none items-center gap-[9px] rounded-md border border-line bg-surface px-[7px] hover:bg-hover touch:h-11',
        folded ? 'justify-center' : 'max-lg:justify-center',
      )}
    >
      {context ? (
        <Avatar name={name} square={context.kind === 'organization'} />
      ) : (
        <span className="size-5 flex-none rounded-[5px] bg-line" />
      )}
      <span className={clsx('min-w-0 flex-1 truncate text-left font-medium', word)}>
        {name}
        <span className="sr-only">{texts.switchWorkspace}</span>
      </span>
      <ChevronsUpDown className={clsx('icon-sm flex-none text-ink-3', folded ? 'hidden' : 'max-lg:hidden')} />
    </button>
  )
}
