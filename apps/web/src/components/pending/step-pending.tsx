import { Line, SlotPending, TabsPending } from './pending-parts.tsx'

/** Placeholder for a step: inputs, step and outputs (as text in a narrow column), tabs and description. */
export function StepPending() {
  return (
    <>
      <div className="@container flex-none px-6 pt-5 pb-4 phone:px-4">
        <div className="grid gap-1.5 @xl:hidden">
          {['w-52', 'w-60', 'w-32'].map((width) => (
            <Line key={width} className={width} />
          ))}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,.85fr)_minmax(0,1fr)] items-center gap-7 @max-xl:hidden">
          <SlotPending className="border-dashed" />
          <SlotPending className="h-18" />
          <div className="grid gap-2">
            <SlotPending className="border-dashed" />
            <SlotPending className="border-dashed" />
          </div>
        </div>
      </div>
      <TabsPending />
      <div className="grid gap-2.5 px-6 py-5 phone:px-4">
        {['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3', 'w-7/12', 'w-5/12'].map((width) => (
          <Line key={width} className={width} />
        ))}
      </div>
    </>
  )
}
