import { LIMITS } from '@millrace/contracts/limits'
import { mayHoldTable, previewKind } from '@millrace/contracts/media-types'
import type { TablePreviewProperties } from '@millrace/contracts/previews'
import type { ReportFile } from '@millrace/workflows/report'
import { useQuery } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import { formatCount, formatEstimate } from '#lib/format.ts'
import { figureCurves } from '../mini/figure-curves.ts'
import { jsonFacts } from '../mini/json-facts.ts'
import { isText, type PreviewedFile, previewedFile, previewQueries } from '../previews.queries.ts'
import { Curves } from './curves.tsx'
import { pageHref } from './read-report.ts'
import { reportQueries } from './report.queries.ts'
import { reportTable } from './report-table.ts'
import * as texts from './texts.ts'

const LINES_SHOWN = 16

/**
 * A result of the workflow in a form that can be saved: the curves of a figure, an image, or the first rows of a table
 * or lines of a text.
 */
export function ReportFigure({ name, file }: { name: string; file: ReportFile }) {
  const { data, isError } = useQuery(reportQueries.file(file.workData))
  return (
    <figure>
      <figcaption>
        <strong>{name}</strong>: <a href={pageHref(file.workData, 'workdata/explorer')}>{file.name}</a>
        {isError ? <span className="quiet">{texts.deletedSince}</span> : null}
      </figcaption>
      {data ? <Drawing file={previewedFile(data)} /> : null}
    </figure>
  )
}

function Drawing({ file }: { file: PreviewedFile }) {
  const { Preview, TextPreview, Inline } = file.links
  const kind = previewKind(file.mediaType)
  if (kind === 'plotly' && TextPreview && file.sizeInBytes <= LIMITS.previewTextBytes) {
    return <Figure href={TextPreview} label={file.name} />
  }
  if ((kind === 'image' || kind === 'picture') && Inline) return <img src={Inline} alt={file.name} />
  if ((kind === 'table' || mayHoldTable(file.mediaType, file.name)) && Preview) return <Rows href={Preview} />
  if ((kind === 'text' || kind === 'markdown') && Preview) return <Lines href={Preview} />
  return null
}

function Figure({ href, label }: { href: string; label: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  const figure = data ? figureCurves(data.properties.Text) : undefined
  return figure && figure.curves.length > 0 ? <Curves figure={figure} label={label} /> : null
}

function Rows({ href }: { href: string }) {
  const { data } = useQuery({ ...previewQueries.table(href), retry: 1 })
  if (!data) return null
  if (isText(data)) return <FirstLines text={data.properties.Text} />
  const { columns, rows } = reportTable(data.properties)
  const extent = extentOf(data.properties, rows.length, columns.length)
  const className = (kind: string) => (kind === 'number' ? 'number' : undefined)
  return (
    <>
      <table>
        <thead>
          <tr>
            {columns.map(({ Name, Kind }) => (
              <th key={Name} scope="col" className={className(Kind)}>
                {Name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity except their position
            <tr key={at}>
              {columns.map(({ Name, Kind }, column) => (
                <td key={Name} className={className(Kind)}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {extent ? <p className="quiet">{extent}</p> : null}
    </>
  )
}

function extentOf(
  { TotalRows, TotalIsEstimated, TotalColumns }: TablePreviewProperties,
  rows: number,
  columns: number,
) {
  const all = TotalIsEstimated ? formatEstimate(TotalRows) : formatCount(TotalRows)
  const parts = [
    ...(rows < TotalRows ? [fill(texts.partOfRows, formatCount(rows), all)] : []),
    ...(columns < TotalColumns ? [fill(texts.partOfColumns, formatCount(columns), formatCount(TotalColumns))] : []),
  ]
  return parts.length > 0 ? fill(texts.shown, parts.join(', ')) : undefined
}

function Lines({ href }: { href: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  return data ? <FirstLines text={data.properties.Text} /> : null
}

function FirstLines({ text }: { text: string }) {
  const facts = jsonFacts(text)
  if (facts) return <Facts facts={facts} />
  const lines = text.trimEnd().split('\n', LINES_SHOWN + 1)
  const isCut = lines.length > LINES_SHOWN
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keys
    <pre className="lines" tabIndex={0}>
      {[...lines.slice(0, LINES_SHOWN), ...(isCut ? ['…'] : [])].join('\n')}
    </pre>
  )
}

function Facts({ facts }: { facts: readonly [name: string, value: string][] }) {
  return (
    <table>
      <tbody>
        {facts.slice(0, LINES_SHOWN).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
