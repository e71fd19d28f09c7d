import { open } from 'node:fs/promises'
import { decode, detectShown } from '@millrace/tables/encoding'
import { count } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import type { IndexTask, JsonFacts } from '../../json-tasks.ts'
import { readAt, writeIndex } from './json-files.ts'
import { JsonIndexer } from './json-index.ts'

const CHUNK_BYTES = 1 << 20
/** Number of bytes between progress reports. */
const REPORT_BYTES = 16 << 20
const ENCODING_BYTES = 65_536
/**
 * To compute the column of a syntax error, up to this many bytes of the line are decoded and counted in characters.
 * The rest of the line is counted in bytes.
 */
const LINE_BYTES = 1 << 20

/** Scans a JSON file, or its start, and writes an index of its large values to `out`. */
export async function indexJson(
  { path, name, out, headBytes = Number.POSITIVE_INFINITY, wholeBytes = 0 }: IndexTask,
  report: (progress: number) => void,
): Promise<JsonFacts> {
  await using file = await open(path)
  const size = Math.max(wholeBytes, (await file.stat()).size)
  const head = await readAt(file, 0, ENCODING_BYTES)
  const encoding = detectShown(head)
  const indexer = new JsonIndexer({ sizeInBytes: size, at: encoding.bomBytes })
  const { scanner } = indexer
  const end = Math.min(size, headBytes)
  for (let at: number = scanner.at; at < end; at = scanner.at) {
    const chunk = await readAt(file, at, Math.min(CHUNK_BYTES, end - at))
    if (chunk.length === 0 || !scanner.feed(chunk)) break
    if (at % REPORT_BYTES < CHUNK_BYTES) report(at / end)
  }
  const isWhole = scanner.hasFault || scanner.at === size
  if (isWhole && !scanner.hasFault) scanner.finish()
  const { isComplete } = scanner
  const index = indexer.index()
  if (indexer.root === undefined) throw new TableFault(`${name} is not JSON. ${await faultOf()}`)
  await writeIndex(out, index)
  return {
    isCopied: true,
    root: indexer.root,
    sizeInBytes: size,
    readTo: scanner.hasFault ? scanner.at + 1 : scanner.at,
    isWhole,
    fault: isWhole && !isComplete ? await faultOf() : null,
    encoding,
  }

  async function faultOf(): Promise<string> {
    if (!scanner.hasFault) return 'The file ends before its JSON is complete.'
    const line = await readAt(file, scanner.lineStart, Math.min(LINE_BYTES, scanner.at - scanner.lineStart))
    const beyond = scanner.at - scanner.lineStart - line.length
    const column = decode(line, { ...encoding, bomBytes: 0 }).length + beyond + 1
    return `Line ${count(scanner.linesBefore + 1)}, column ${count(column)} is not JSON.`
  }
}
