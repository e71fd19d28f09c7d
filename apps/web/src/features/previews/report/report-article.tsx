import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { ReportFile, ReportNode, ReportRun, WorkflowReport } from '@millrace/workflows/report'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type Ref } from 'react'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatExact, formatMinute, formatTook } from '#lib/format.ts'
import { filesByPath, mainFiles, pageHref, readReport, reportOfRun } from './read-report.ts'
import { reportQueries } from './report.queries.ts'
import { REPORT_CSS } from './report-css.ts'
import { ReportFigure } from './report-figure.tsx'
import * as texts from './texts.ts'

const RUNS_SHOWN = 50
const FIGURES_SHOWN = 24
/** Maximum number of files shown for a variable that is an array. */
const FILES_SHOWN = 50
/** Maximum number of nested workflow runs that are expanded, because each requires reading a file. */
const INNER_SHOWN = 20
const TEXT_SHOWN = 3000

/**
 * The report as an article: which steps ran on which data, with figures, tables, times, versions and hashes. Contains
 * only HTML that can be saved to a file.
 */
export function ReportArticle({ report, ref }: { report: WorkflowReport; ref: Ref<HTMLElement> }) {
  const { title, execution, definition, variables, nodes } = report
  const files = mainFiles(report)
  const took = new Date(execution.completedAt).getTime() - new Date(execution.startedAt).getTime()
  // The link to the execution is hidden on the execution's own page, whose header already has it. A saved report has no
  // style for `hidden`, so the link is visible there.
  const page = pageHref(execution.job, 'workflows/executions')
  const isOnItsPage = page === location.origin + location.pathname
  return (
    <article ref={ref} className="report">
      <style>{REPORT_CSS}</style>
      <header className={isOnItsPage ? 'hidden' : undefined}>
        <h1>{title}</h1>
        <p className="quiet">
          <a href={page}>{execution.name === title ? texts.execution : execution.name}</a>
        </p>
        <p className="quiet">
          {texts.started}
          {execution.startedBy ? fill(texts.byName, execution.startedBy) : ''}
          {fill(texts.onAndTook, formatMinute(execution.startedAt), formatTook(took))}
        </p>
      </header>
      {Object.keys(variables).length > 0 ? (
        <section>
          <h2>{texts.variables}</h2>
          <Values values={variables} files={filesByPath(report)} />
        </section>
      ) : null}
      {files.length > 0 ? (
        <section>
          <h2>{texts.results}</h2>
          {files.slice(0, FIGURES_SHOWN).map(({ name, file }) => (
            <ReportFigure key={file.workData} name={name} file={file} />
          ))}
          {files.length > FIGURES_SHOWN ? (
            <p className="quiet">{fill(texts.moreFilesBelow, files.length - FIGURES_SHOWN)}</p>
          ) : null}
        </section>
      ) : null}
      <section>
        <h2>{texts.whatRan}</h2>
        <p className="quiet">
          {texts.definition} <Hash text={definition.sha256} />
        </p>
        {nodes.map((node) => (
          <NodeSection key={node.id} node={node} />
        ))}
      </section>
    </article>
  )
}

function NodeSection({ node: { id, title, step, state, reason, runs } }: { node: ReportNode }) {
  const hasItems = runs.some(({ item }) => item > 0)
  const isWorkflow = step?.function === EXECUTE_WORKFLOW
  return (
    <section>
      <h3>{title ?? id}</h3>
      <p className="quiet">
        {step ? (
          <code>
            {step.function} {step.version}
          </code>
        ) : (
          texts.theStepWasDeleted
        )}
        , {state.toLowerCase()}
        {runs.length > 1 ? `, ${runs.length} runs` : ''}
      </p>
      {reason ? <p>{reason}</p> : null}
      {runs.slice(0, RUNS_SHOWN).map((run, index) => (
        <div key={`${run.item} ${run.try}`}>
          <Run run={run} isOnly={runs.length === 1} hasItems={hasItems} isWorkflow={isWorkflow} />
          {isWorkflow && index < INNER_SHOWN ? <InnerRun file={reportOfRun(run)} /> : null}
        </div>
      ))}
      {runs.length > RUNS_SHOWN ? (
        <p className="quiet">{fill(texts.moreRunsInFile, runs.length - RUNS_SHOWN)}</p>
      ) : null}
    </section>
  )
}

/** Shows the runs of a nested workflow, from the workflow's own report. */
function InnerRun({ file }: { file: ReportFile | undefined }) {
  const { data } = useQuery({ ...reportQueries.content(file?.workData ?? ''), enabled: file !== undefined })
  const report = data === undefined ? undefined : readReport(data)
  if (!report) return null
  return (
    <div className="inner">
      <p className="quiet">
        {fill(texts.ranIn, report.title)}, {texts.definition.toLowerCase()} <Hash text={report.definition.sha256} />
      </p>
      {report.nodes.map((node) => (
        <NodeSection key={node.id} node={node} />
      ))}
    </div>
  )
}

interface RunProps {
  run: ReportRun
  isOnly: boolean
  hasItems: boolean
  /**
   * Whether the node runs a workflow. Its result is left out, because the output files already show the return values.
   */
  isWorkflow: boolean
}

function Run({ run, isOnly, hasItems, isWorkflow }: RunProps) {
  const { item, state, startedAt, completedAt, worker, reusedFrom, error, parameters, inputs, outputs, result } = run
  const took = startedAt && completedAt ? new Date(completedAt).getTime() - new Date(startedAt).getTime() : undefined
  return (
    <div>
      {isOnly ? null : (
        <h4>{hasItems ? `Item ${item + 1}${run.try > 1 ? `, try ${run.try}` : ''}` : `Try ${run.try}`}</h4>
      )}
      <p className="quiet">
        {state === 'Completed' ? '' : `${state}. `}
        {startedAt ? formatExact(startedAt) : ''}
        {took === undefined ? '' : `, took ${formatTook(took)}`}
        {worker ? `, on ${worker}` : ''}
        {run.job ? (
          <>
            ,{' '}
            {isWorkflow ? (
              <a href={pageHref(run.job, 'workflows/executions')}>{texts.itsExecution}</a>
            ) : (
              <a href={pageHref(run.job, 'jobs')}>{texts.job}</a>
            )}
          </>
        ) : null}
        {reusedFrom ? (
          <>
            . Reused from <a href={pageHref(reusedFrom, 'workflows/executions')}>{texts.anEarlierExecution}</a>
          </>
        ) : null}
      </p>
      {error ? <p className="bad">{error}</p> : null}
      <Values values={parameters} />
      <Files label={texts.input} files={inputs} />
      <Files label={texts.output} files={outputs} />
      {result === null || isWorkflow ? null : <pre>{cut(JSON.stringify(result, null, 1))}</pre>}
    </div>
  )
}

interface ValuesProps {
  values: Record<string, unknown>
  /** Values that are URLs of these files are shown as file names. */
  files?: ReadonlyMap<string, ReportFile>
}

function Values({ values, files }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <table>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Value value={value} files={files} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value, files }: { value: unknown; files: ValuesProps['files'] }) {
  const named = filesNamed(value, files)
  if (named)
    return (
      <>
        {named.slice(0, FILES_SHOWN).map(({ place, file }) => (
          <Fragment key={place}>
            {place > 0 ? ', ' : ''}
            <a href={pageHref(file.workData, 'workdata/explorer')}>{file.name}</a>
          </Fragment>
        ))}
        {named.length > FILES_SHOWN ? fill(texts.moreFiles, named.length - FILES_SHOWN) : ''}
      </>
    )
  return <code>{cut(typeof value === 'string' ? value : JSON.stringify(value))}</code>
}

/**
 * Returns the files whose URLs a value contains, alone or in an array. Undefined if the value is anything else, or if
 * any of the files is unknown.
 */
function filesNamed(value: unknown, files: ValuesProps['files']): { place: number; file: ReportFile }[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const found = list.flatMap((href, place) => {
    const path = typeof href === 'string' ? URL.parse(href, location.origin)?.pathname : undefined
    const file = path === undefined ? undefined : files?.get(path)
    return file ? [{ place, file }] : []
  })
  return found.length > 0 && found.length === list.length ? found : undefined
}

function Files({ label, files }: { label: string; files: Record<string, ReportFile[]> }) {
  const all = Object.entries(files).flatMap(([slot, list]) => list.map((file) => ({ slot, file })))
  if (all.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{texts.file}</th>
          <th scope="col">{texts.size}</th>
          <th scope="col">{texts.sha256}</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ slot, file }) => (
          <tr key={`${slot} ${file.workData}`}>
            <td>{slot}</td>
            <td>
              <a href={pageHref(file.workData, 'workdata/explorer')}>{file.name}</a>
            </td>
            <td>{formatBytes(file.sizeInBytes)}</td>
            <td>
              <Hash text={file.sha256} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A saved report has no style for truncation, so it shows the whole hash. */
function Hash({ text }: { text: string }) {
  return (
    <code className="inline-block max-w-[14ch] truncate align-bottom" title={text}>
      {text}
    </code>
  )
}

function cut(text: string): string {
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text
}
