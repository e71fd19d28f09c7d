import { STATE_LABELS } from '@millrace/contracts/texts'
import { csvLine } from '#lib/csv.ts'
import { saveFile } from '#lib/save-file.ts'
import type { Board } from './use-board.ts'

/** Saves the board as CSV: the parameters, the state and every value of each job. */
export function exportBoard(title: string, board: Board): void {
  saveFile(`${title}.csv`, new Blob([boardCsv(board)], { type: 'text/csv;charset=utf-8' }))
}

/** Byte order mark. Without it, Excel uses the system's encoding instead of UTF-8. */
const UTF8_MARK = '\uFEFF'

function boardCsv({ cells, axes, names }: Board): string {
  const field = (value: string | number | boolean | undefined) => (typeof value === 'boolean' ? String(value) : value)
  return [
    UTF8_MARK,
    csvLine([...axes.map(({ name }) => name), 'State', 'Job', ...names]),
    ...cells.map(({ parameters, job, values }) =>
      csvLine([
        ...axes.map(({ name, kind, full }) =>
          kind === 'work-data' ? full(parameters[name]) : field(parameters[name]),
        ),
        STATE_LABELS[job.properties.State],
        job.properties.Name,
        ...names.map((name) => field(values[name])),
      ]),
    ),
  ].join('')
}
