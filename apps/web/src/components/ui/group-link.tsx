import { Link } from '@tanstack/react-router'
import { useAdminMode } from '#lib/admin-mode.ts'
import { buttonClass } from './button-class.ts'
import * as texts from './texts.ts'

interface GroupLinkProps {
  TagsByAnd?: readonly string[] | undefined
  TagsByOr?: readonly string[] | undefined
}

/**
 * A link to the group of the tag that a list is filtered by. Not shown if the list is filtered by several tags or none.
 * Groups belong to the active context, so admin mode has no link.
 */
export function GroupLink({ TagsByAnd = [], TagsByOr = [] }: GroupLinkProps) {
  const [allUsers] = useAdminMode()
  const [tag, ...others] = [...TagsByAnd, ...TagsByOr]
  if (allUsers || tag === undefined || others.length > 0) return null
  return (
    <Link
      to={'/groups/$tag' as '/'}
      params={{ tag } as never}
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      {texts.openGroup}
    </Link>
  )
}
