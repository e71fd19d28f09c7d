import { type ReactNode, useMemo } from 'react'
import { formulaElements } from './formula-elements.ts'

/** A formula, drawn by the browser. An invalid formula is shown as source. */
export default function FormulaView({ source, isBlock }: { source: string; isBlock: boolean }) {
  const { math, fault } = useMemo(() => drawn(source, isBlock), [source, isBlock])
  if (fault !== undefined) {
    return (
      <code title={fault} className="font-mono text-[0.9em] text-danger">
        {source}
      </code>
    )
  }
  return isBlock ? <span className="scroll-thin block overflow-x-auto py-1 text-lg">{math}</span> : math
}

function drawn(source: string, isBlock: boolean): { math?: ReactNode; fault?: string } {
  try {
    return { math: formulaElements(source, isBlock) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
