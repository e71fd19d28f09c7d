import type { ReactNode } from 'react'

/** A slot and the state of the line that connects it with the step. */
export interface StripNode {
  key: string
  /** A `Slot`, 52 px high. */
  node: ReactNode
  /** `flowing` only while work is running; `waiting` for a slot that is still empty. */
  edge: 'still' | 'flowing' | 'waiting'
}

interface FlowStripProps {
  inputs: readonly StripNode[]
  step: ReactNode
  outputs: readonly StripNode[]
  /** 28 px between the columns instead of 52. */
  tight?: boolean
}

const SLOT = 52
const GAP = 8

/** Input slots → step → output slots. Lines move while work is running. A narrow container stacks the parts. */
export function FlowStrip({ inputs, step, outputs, tight = false }: FlowStripProps) {
  const width = tight ? 28 : 52
  const height = Math.max(heightOf(inputs.length), heightOf(outputs.length), 88)
  const flows = (nodes: readonly StripNode[]) => nodes.some((node) => node.edge === 'flowing')
  return (
    <div className="@container">
      <div
        className="flex flex-col @xl:grid @xl:items-center"
        style={{ gridTemplateColumns: `minmax(0,1fr) ${width}px minmax(0,.85fr) ${width}px minmax(0,1fr)` }}
      >
        <Column nodes={inputs} />
        <Edges nodes={inputs} width={width} height={height} />
        <Upright shown={inputs.length > 0} flowing={flows(inputs)} />
        {step}
        <Edges nodes={outputs} width={width} height={height} reverse />
        <Upright shown={outputs.length > 0} flowing={flows(outputs)} />
        <Column nodes={outputs} />
      </div>
    </div>
  )
}

function Column({ nodes }: { nodes: readonly StripNode[] }) {
  return (
    <ul className="grid min-w-0 gap-2">
      {nodes.map(({ key, node }) => (
        <li key={key} className="min-w-0">
          {node}
        </li>
      ))}
    </ul>
  )
}

interface EdgesProps {
  nodes: readonly StripNode[]
  width: number
  height: number
  reverse?: boolean
}

function Edges({ nodes, width, height, reverse = false }: EdgesProps) {
  const top = (height - heightOf(nodes.length)) / 2
  return (
    <svg aria-hidden="true" width={width} height={height} className="block @max-xl:hidden" fill="none">
      {nodes.map(({ key, edge }, index) => {
        const outer = top + index * (SLOT + GAP) + SLOT / 2
        const [from, to] = reverse ? [height / 2, outer] : [outer, height / 2]
        return (
          <path
            key={key}
            d={edgePath(from, to, width)}
            className="race-edge"
            data-flowing={edge === 'flowing' || undefined}
            strokeDasharray={edge === 'waiting' ? '3 3' : undefined}
          />
        )
      })}
    </svg>
  )
}

/** Returns an SVG path from the left at height `from` to the right at height `to`, with two rounded corners. */
export function edgePath(from: number, to: number, width: number): string {
  const distance = Math.abs(to - from)
  if (distance < 1) return `M0 ${from}H${width}`
  const radius = Math.min(8, distance / 2, width / 2)
  const middle = width / 2
  const turn = to > from ? radius : -radius
  return `M0 ${from}H${middle - radius}Q${middle} ${from} ${middle} ${from + turn}V${to - turn}Q${middle} ${to} ${middle + radius} ${to}H${width}`
}

/** A short vertical line between two stacked parts. */
function Upright({ shown, flowing }: { shown: boolean; flowing: boolean }) {
  if (!shown) return null
  return (
    <svg aria-hidden="true" width="28" height="22" className="ml-3 @xl:hidden" fill="none">
      <path d="M14 0V22" className="race-edge" data-flowing={flowing || undefined} />
    </svg>
  )
}

function heightOf(count: number): number {
  return count === 0 ? 0 : count * (SLOT + GAP) - GAP
}
