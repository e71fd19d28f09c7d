import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import * as texts from './texts.ts'

/** The main column and the side column, if there is one. Below 1180 px, the side column follows the main column. */
export function DashboardFrame({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div
      className={clsx(
        'min-h-full flex-1',
        rail !== null && 'min-[1180px]:grid min-[1180px]:grid-cols-[minmax(0,1fr)_344px]',
      )}
    >
      <div className="grid w-full max-w-[1280px] grid-cols-[minmax(0,1fr)] content-start gap-y-8 px-6 pt-6 pb-10 phone:gap-6 phone:px-4 phone:pt-4.5">
        {children}
      </div>
      {rail === null ? null : (
        <aside
          aria-label={texts.overview}
          className="grid grid-cols-1 content-start gap-7 border-line px-8 py-6 max-[1180px]:grid-cols-2 max-[1180px]:border-t max-[1180px]:px-6 min-[1180px]:border-l phone:grid-cols-1 phone:px-4 min-[1180px]:[&>section+section]:border-t min-[1180px]:[&>section+section]:border-line min-[1180px]:[&>section+section]:pt-7"
        >
          {rail}
        </aside>
      )}
    </div>
  )
}
