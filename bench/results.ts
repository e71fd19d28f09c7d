import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

export interface Results {
  title: string
  columns: string[]
  rows: string[][]
  notes: string[]
}

/** Prints the results and writes them to bench/RESULTS.md, where they replace the table with the same title. */
export function record(results: Results): void {
  const text = markdown(results)
  process.stdout.write(text)
  const file = new URL('./RESULTS.md', import.meta.url)
  const sections = readFileSync(file, 'utf8')
    .trimEnd()
    .split(/\n+(?=## )/)
  const at = sections.findIndex((section) => section.startsWith(`## ${results.title}\n`))
  sections.splice(at < 0 ? sections.length : at, 1, text.trimEnd())
  writeFileSync(file, `${sections.join('\n\n')}\n`)
}

function markdown({ title, columns, rows, notes }: Results): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(line),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n')
}

function machine(): string {
  const cores = cpus()
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
}
