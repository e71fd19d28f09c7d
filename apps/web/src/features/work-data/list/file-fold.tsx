import { lazy, Suspense } from 'react'
import type { Fold } from '#lib/fold-sweeps.ts'
import { plural } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import type { ListedFile } from './fold-files.ts'

/** Loaded on demand, because few lists have sweeps. */
const FoldButton = lazy(() =>
  import('#components/ui/fold-button.tsx').then((module) => ({ default: module.FoldButton })),
)

/** Button that expands or collapses the results of a sweep. */
export function FileFold({ file: { fold } }: { file: ListedFile }) {
  if (!fold) return null
  return (
    <Suspense>
      <FoldButton fold={fold} count={filesIn(fold)} />
    </Suspense>
  )
}

/** Counts the files of a collapsed sweep: `20 files`. */
export function filesIn({ listed }: Fold<unknown>): string {
  return plural(listed, 'file')
}

/** Counts the jobs that created the files of a collapsed sweep: `10 jobs`. */
export function jobsOf({ fold }: ListedFile): string {
  return plural(new Set(fold?.items.map((one) => hrefOf(one, 'ProducedByJob'))).size, 'job')
}
