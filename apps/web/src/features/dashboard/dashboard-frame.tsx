import type { ReactNode } from 'react'

/** The main column and the rail of 312 px; on narrow screens the rail follows below. */
export function DashboardFrame({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className="min-h-full flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_344px]">
      <div className="grid w-full max-w-[1280px] content-start gap-8 px-6 pt-6 pb-10 phone:gap-6 phone:px-4 phone:pt-4.5">
        {children}
      </div>
      <aside
        aria-label="Overview"
        className="flex flex-col gap-7 border-line px-8 py-6 max-lg:border-t max-lg:px-6 phone:px-4 lg:border-l [&>section+section]:border-t [&>section+section]:border-line [&>section+section]:pt-7"
      >
        {rail}
      </aside>
    </div>
  )
}
