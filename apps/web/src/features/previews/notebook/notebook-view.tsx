import { type ReactNode, useMemo } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { type Language, languageNamed } from '#lib/languages.ts'
import { CodeBlock } from '../document/code-block.tsx'
import { MarkdownText } from '../document/markdown-text.tsx'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { type CellOutput, type NotebookCell, readNotebook } from './notebook.ts'
import * as texts from './texts.ts'

/** A Jupyter notebook with its saved outputs. No code in it is run. */
export function NotebookView({ text, file, views }: { text: string; file: PreviewedFile; views?: ReactNode }) {
  const notebook = useMemo(() => readNotebook(text), [text])
  if (!notebook) {
    return (
      <>
        <PreviewToolbar views={views} />
        <NoPreview file={file}>{texts.notANotebook}</NoPreview>
      </>
    )
  }
  const language = languageNamed(notebook.language)
  return (
    <>
      <PreviewToolbar views={views} />
      <ScrollArea label={fill(texts.notebook, file.name)}>
        <article className="mx-auto grid max-w-4xl gap-5 px-6 py-8 phone:px-4">
          {notebook.cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity except their position
            <Cell key={at} cell={cell} language={language} />
          ))}
          {notebook.cells.length === 0 ? <p className="text-ink-2">{texts.thisNotebookHasNoCells}</p> : null}
        </article>
      </ScrollArea>
    </>
  )
}

function Cell({ cell, language }: { cell: NotebookCell; language: Language | undefined }) {
  if (cell.kind === 'markdown') {
    return (
      <div className="[content-visibility:auto]">
        <MarkdownText text={cell.source} />
      </div>
    )
  }
  return (
    <div className="grid gap-2 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
      <span className="font-mono text-2xs text-ink-3">
        {cell.kind === 'raw' ? texts.raw : `In [${cell.count ?? ' '}]`}
      </span>
      <CodeBlock text={cell.source} language={cell.kind === 'code' ? language : undefined} />
      {cell.outputs.map((output, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity except their position
        <Output key={at} output={output} />
      ))}
    </div>
  )
}

const ROWS_MOST = 200

function Output({ output }: { output: CellOutput }) {
  switch (output.kind) {
    case 'image':
      return <img src={output.src} alt={output.alt} className="max-w-full rounded-md bg-white" />
    case 'latex':
    case 'markdown':
      return <MarkdownText text={output.text} />
    case 'omitted':
      return <p className="text-xs text-ink-2">{fill(texts.outputOfTypeIsNotShown, output.mediaType)}</p>
    case 'table':
      return (
        <div className="scroll-thin max-h-96 overflow-auto">
          <table className="font-mono text-xs">
            <tbody>
              {output.rows.slice(0, ROWS_MOST).map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity except their position
                <tr key={at} className={at === 0 ? 'font-semibold' : ''}>
                  {row.map((cell, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity except their position
                    <td key={place} className="border-b border-line px-3 py-1 text-right whitespace-nowrap">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {output.rows.length > ROWS_MOST ? (
            <p className="sticky left-0 py-1 text-xs text-ink-2">
              {fill(texts.firstRowsAreShown, formatCount(ROWS_MOST), formatCount(output.rows.length))}
            </p>
          ) : null}
        </div>
      )
    default:
      return (
        <pre
          className={`scroll-thin max-h-96 overflow-auto rounded-md px-4 py-3 font-mono text-xs leading-5 whitespace-pre-wrap ${
            output.isError ? 'bg-danger-soft' : ''
          }`}
        >
          {output.text}
        </pre>
      )
  }
}
