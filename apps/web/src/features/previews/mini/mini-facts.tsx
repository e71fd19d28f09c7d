import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQueries } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { SirenDocument } from '#lib/siren.ts'
import { previewedFile, previewQueries } from '../previews.queries.ts'
import { differingFacts, jsonFacts } from './json-facts.ts'

interface MiniFactsProps {
  text: string
  /** Files shown next to this one. Facts that are the same in all of them are left out. */
  others: readonly SirenDocument<WorkDataProperties>[]
  /** Shown until `others` are loaded, so that facts don't appear and then vanish. */
  pending: ReactNode
  /** Shown if the text isn't a JSON object. */
  otherwise: ReactNode
  children: (facts: ReactNode) => ReactNode
}

/** The names and values of a JSON object, one pair per line of 16 px. */
export function MiniFacts({ text, others, pending, otherwise, children }: MiniFactsProps) {
  const read = useQueries({ queries: textHrefs(others).map((href) => ({ ...previewQueries.text(href), retry: 1 })) })
  const facts = jsonFacts(text)
  if (!facts) return otherwise
  if (read.some(({ isPending }) => isPending)) return pending
  // Files that can't be read are ignored.
  const comparable = read.flatMap(({ data }) => {
    const other = data && jsonFacts(data.properties.Text)
    return other ? [other] : []
  })
  const differing = differingFacts(facts, comparable)
  return children(
    <span data-facts="" className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 text-xs leading-4">
      {differing.slice(0, 12).map(([name, value]) => (
        <Fragment key={name}>
          <span className="truncate text-ink-3">{name}</span>
          <span className="truncate">{value}</span>
        </Fragment>
      ))}
    </span>,
  )
}

function textHrefs(files: MiniFactsProps['others']): string[] {
  return files.flatMap((data) => {
    const { TextPreview, Preview } = previewedFile(data).links
    return TextPreview ?? Preview ?? []
  })
}
