import type { ActivityEntry } from '@millrace/contracts/activity'

type Batches = AsyncIterable<ActivityEntry[]>

export const EXPORTS = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  jsonl: { type: 'application/jsonl', write: jsonl },
} as const

const COLUMNS = [
  'createdAt',
  'action',
  'resourceType',
  'resourceId',
  'userId',
  'userName',
  'impersonatorId',
  'subjectId',
  'organizationId',
  'organizationName',
  'metadata',
  'id',
] as const satisfies (keyof ActivityEntry)[]

async function* csv(batches: Batches): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for await (const batch of batches)
    yield batch.map((entry) => `${COLUMNS.map((name) => cell(entry[name])).join(',')}\r\n`).join('')
}

async function* jsonl(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/** Formats a value as a CSV cell. A leading apostrophe keeps spreadsheets from running text as a formula. */
function cell(value: ActivityEntry[keyof ActivityEntry]): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
