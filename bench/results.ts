import { appendFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** The results of one run of a workload: a heading, a table, and notes for reading it. */
export interface Results {
  title: string
  columns: string[]
  rows: string[][]
  notes: string[]
}

/** Prints the results and appends them to bench/RESULTS.md, with the date and the size of the machine. */
export function record(results: Results): void {
  const text = markdown(results)
  process.stdout.write(text)
  appendFileSync(new URL('./RESULTS.md', import.meta.url), `\n${text}`)
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
