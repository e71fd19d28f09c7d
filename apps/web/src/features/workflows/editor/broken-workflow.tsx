import { faultLine } from '#components/schema-form/json-text.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { FaultList } from '../fault-list.tsx'
import { WORKFLOW_TEXTS } from '../texts.ts'
import type { ReadWorkflow } from '../workflows.queries.ts'

/** Shows a file that isn't a valid definition: its problems and its text. */
export function BrokenWorkflow({ title, content }: { title: string; content: ReadWorkflow }) {
  return (
    <>
      <PageHead title={title} />
      <div className="grid gap-4 px-6 pb-6 phone:px-4">
        <p>{WORKFLOW_TEXTS.notDefinition}</p>
        <FaultList faults={content.faults} />
        <pre className="scroll-thin max-h-140 overflow-auto rounded-lg bg-sunken p-4 font-mono text-xs/5">
          <MarkedLines text={content.text.slice(0, SHOWN)} line={faultLine(content.text)} />
        </pre>
      </div>
    </>
  )
}

const SHOWN = 100_000

function MarkedLines({ text, line }: { text: string; line: number | undefined }) {
  if (line === undefined) return text
  const lines = text.split('\n')
  return (
    <>
      {lines.slice(0, line).map((before) => `${before}\n`)}
      <mark ref={(mark) => mark?.scrollIntoView({ block: 'center' })} className="block bg-danger-soft text-danger">
        {lines[line] || ' '}
      </mark>
      {lines.slice(line + 1).join('\n')}
    </>
  )
}
