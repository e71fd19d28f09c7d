import { Link, useNavigate } from '@tanstack/react-router'
import type { PictureOf } from '#components/results/picture.ts'
import { ResultCard } from '#components/results/result-card.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

/** Layout of the result cards: four in a row, two by two on narrow screens, and a scrolling row on phones. */
export const RESULT_CARDS =
  'mt-1 grid grid-cols-4 gap-3 max-[1439px]:grid-cols-2 max-[1439px]:gap-4 phone:-mx-4 phone:auto-cols-[212px] phone:grid-flow-col phone:grid-cols-none phone:gap-3 phone:overflow-x-auto phone:px-4 phone:pb-1'

interface LatestResultsProps {
  results: readonly WorkDataDocument[]
  Picture: PictureOf
}

/** The newest results, each with a thumbnail of its data. Keys 1 to 4 open them. */
export function LatestResults({ results, Picture }: LatestResultsProps) {
  const navigate = useNavigate()
  const open = (at: number) => () => {
    const result = results[at]
    if (!result) return false
    return navigate({ to: '/workdata/explorer/$details', params: { details: encodeLink(selfHref(result)) } })
  }
  useKeys({ 1: open(0), 2: open(1), 3: open(2), 4: open(3) })
  if (results.length === 0) return null
  return (
    <section aria-labelledby="latest-results">
      <SectionHead id="latest-results" title={texts.latestResults}>
        <Link to="/workdata/explorer" search={{ tab: 'results' }} className="rounded-sm text-accent hover:underline">
          {texts.allResults}
        </Link>
      </SectionHead>
      <div className={RESULT_CARDS}>
        {results.map((result) => (
          <ResultCard key={selfHref(result)} data={result} Picture={Picture} />
        ))}
      </div>
    </section>
  )
}
