import { OutOfMemory } from '@millrace/tables/engine'
import { TableFault } from '@millrace/tables/table-fault'
import { TOO_MUCH_MEMORY } from './preview-limits.ts'
import type { PreviewTask, TaskMessage, TaskProgress, TaskReply } from './preview-task.ts'
import { buildTable } from './reading/build-table.ts'
import { chartRows } from './reading/chart-rows.ts'
import { compareTask } from './reading/compare-task.ts'
import { describeColumn } from './reading/describe-column.ts'
import { gzipPart } from './reading/gzip-part.ts'
import { indexJson } from './reading/json/index-json.ts'
import { plainText } from './reading/json/json-files.ts'
import { readJsonNode } from './reading/json/read-json-node.ts'
import { queryTables } from './reading/query-tables.ts'
import { readArchive, readEntryHead } from './reading/read-archive.ts'
import { readDifferences } from './reading/read-differences.ts'
import { readRows } from './reading/read-rows.ts'

/*
 * The process that parses users' files. It has no environment variables, database access or secrets, receives one task
 * at a time over IPC, and may be killed at any moment. It exits when the server exits.
 */

/** These modules are loaded only when an image or an HDF5 or NetCDF file is shown. */
const pictures = () => import('./reading/read-picture.ts')
const hierarchies = () => import('./reading/read-hierarchy.ts')

async function run(task: PreviewTask, report: (progress: number) => void) {
  switch (task.kind) {
    case 'build':
      return buildTable(task, report)
    case 'rows':
      return readRows(task)
    case 'column':
      return describeColumn(task)
    case 'chart':
      return chartRows(task)
    case 'compare':
      return compareTask(task)
    case 'differences':
      return readDifferences(task)
    case 'archive':
      return readArchive(task)
    case 'entry':
      return readEntryHead(task)
    case 'text-part': {
      const { bytes, size } = await gzipPart(task, task)
      return { part: bytes.toString('base64'), size }
    }
    case 'picture':
      return (await pictures()).describePicture(task)
    case 'drawing':
      return (await pictures()).drawPicture(task)
    case 'hierarchy':
      return (await hierarchies()).listHierarchy(task)
    case 'node':
      return (await hierarchies()).readNode(task)
    case 'query':
      return queryTables(task)
    case 'plain-text':
      return plainText(task)
    case 'index-json':
      return indexJson(task, report)
    case 'json-node':
      return readJsonNode(task)
  }
}

async function answer({ id, task }: TaskMessage): Promise<TaskReply> {
  try {
    const report = (progress: number) => process.send?.({ id, progress } satisfies TaskProgress)
    return { id, result: await run(task, report) }
  } catch (error) {
    if (error instanceof OutOfMemory) return { id, fault: TOO_MUCH_MEMORY }
    if (error instanceof TableFault) return { id, fault: error.message }
    return { id, unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (message: TaskMessage) => {
  void answer(message).then((reply) => process.send?.(reply))
})
