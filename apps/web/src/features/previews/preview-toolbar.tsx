import { type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { ToolbarPlace } from './toolbar-place.ts'

/** The line above a preview: its views at the left, its tools at the right. Elsewhere, it has tools only. */
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
