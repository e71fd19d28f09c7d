import { type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { ToolbarPlace } from './toolbar-place.ts'

/**
 * The toolbar above a preview: the view switch on the left, the tools on the right. If a `ToolbarPlace` is set, only
 * the tools are rendered, in that place.
 */
export function PreviewToolbar({ views, children }: { views?: ReactNode; children?: ReactNode }) {
  const place = use(ToolbarPlace)
  if (place) return createPortal(children, place)
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5 pl-3.5 phone:px-2">
      {views}
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-1 has-[input]:gap-2 lg:max-xl:*:has-[input[type=search]]:w-46! phone:has-[input]:w-full phone:has-[input]:px-2">
        {children}
      </div>
    </div>
  )
}
