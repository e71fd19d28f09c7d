import { lazy, Suspense } from 'react'

const FormulaView = lazy(() => import('./formula-view.tsx'))

/** A LaTeX formula. The renderer is loaded with the first formula. */
export function Formula({ source, isBlock }: { source: string; isBlock: boolean }) {
  return (
    <Suspense fallback={<code className="font-mono text-[0.9em]">{source}</code>}>
      <FormulaView source={source} isBlock={isBlock} />
    </Suspense>
  )
}
