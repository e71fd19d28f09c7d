import { Tag } from 'lucide-react'

export const RESULT_GRID = 'mt-1 grid grid-cols-4 gap-4 max-xl:grid-cols-2 phone:grid-cols-1'

/** Icon beside the title, which shows that the title is a tag. */
export function TagTile() {
  return (
    <span className="grid size-8 flex-none place-items-center rounded-md bg-tag text-ink-2 phone:hidden">
      <Tag className="icon-sm" />
    </span>
  )
}
