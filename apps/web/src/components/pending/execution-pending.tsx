import { Line, TabsPending } from './pending-parts.tsx'

/** Placeholder for an execution: the graph, the tabs, and the rows of the timeline. */
export function ExecutionPending() {
  return (
    <>
      <div className="h-75 flex-none border-b border-line bg-sunken phone:h-60" />
      <TabsPending tabs={3} />
      <div className="grid gap-4 px-6 py-5 phone:px-4">
        {['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5'].map((width) => (
          <div key={width} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-4">
            <Line className="w-24" />
            <Line className={width} />
          </div>
        ))}
      </div>
    </>
  )
}
