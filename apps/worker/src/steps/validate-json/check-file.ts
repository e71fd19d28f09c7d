import { Budget } from '@millrace/parameters/budget'
import type { Violation } from '@millrace/parameters/checker'
import { violationsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { count } from '@millrace/tables/sentences'
import { type StepContext, StepError, type StepInput } from '@millrace/worker-sdk'
import { sampledBytes } from '#tables/sampled-file.ts'
import { linesOf } from '../json/json-lines.ts'
import { linesOfPointers } from '../json/lines-of-pointers.ts'
import { readJsonText } from '../json/read-json-file.ts'
import { joinPointer } from './place.ts'
import { linePointer, ViolationList } from './violation-list.ts'

/** Maximum number of validation steps for a document. This many steps take about 20 s. */
const DOCUMENT_STEPS = 200_000_000
const LINE_STEPS = 5_000_000
const DOCUMENT_VIOLATIONS_MAX = 50_000
const LINE_VIOLATIONS_MAX = 1_000

export interface Checked {
  /** Number of documents. A file of JSON Lines has one document per line. */
  records: number
  invalidRecords: number
  violations: ViolationList
  /** True if the check of a document stopped early because of too many violations. */
  isCut: boolean
}

/** Checks a single JSON document, and finds the line of each violation. Stops after 50,000 violations. */
export async function checkDocument(input: StepInput, schema: JsonSchema): Promise<Checked> {
  const { text, value } = await readJsonText(input)
  const found = violationsOf(schema, value, { most: DOCUMENT_VIOLATIONS_MAX, budget: new Budget(DOCUMENT_STEPS) })
  requireChecked(found, input.name)
  const lines = found.length > 0 ? linesOfPointers(text, new Set(found.map(linePointer)), joinPointer) : undefined
  const violations = new ViolationList()
  for (const violation of found) violations.add(violation, lines?.get(linePointer(violation)) ?? null)
  const isCut = found.length >= DOCUMENT_VIOLATIONS_MAX
  return { records: 1, invalidRecords: found.length > 0 ? 1 : 0, violations, isCut }
}

interface LinesToCheck {
  /** Maximum number of lines to check, as in a trial run. Null means no limit. */
  most: number | null
  progress: StepContext<unknown>['progress']
}

/**
 * Checks a file with one JSON document per line. Holds one line in memory at a time. A line that is not JSON counts as
 * a violation.
 */
export async function checkLines(
  input: StepInput,
  schema: JsonSchema,
  { most, progress }: LinesToCheck,
): Promise<Checked & { isSample: boolean }> {
  const violations = new ViolationList()
  const bytes = most === null ? input.sizeInBytes : Math.min(sampledBytes(most), input.sizeInBytes)
  let [records, invalidRecords, isCut, isSample] = [0, 0, false, bytes < input.sizeInBytes]
  for await (const { number, text, share } of linesOf(input, bytes)) {
    if (records === most) {
      isSample = true
      break
    }
    records += 1
    if (records % 1_000 === 0) progress(share * 0.9)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      violations.addSyntax(number, text)
      invalidRecords += 1
      continue
    }
    const found = violationsOf(schema, value, { most: LINE_VIOLATIONS_MAX, budget: new Budget(LINE_STEPS) })
    requireChecked(found, `Line ${count(number)} of ${input.name}`)
    for (const violation of found) violations.add(violation, number)
    if (found.length > 0) invalidRecords += 1
    isCut ||= found.length >= LINE_VIOLATIONS_MAX
  }
  if (records === 0 && isSample) return checkLines(input, schema, { most: null, progress })
  if (records === 0) throw new StepError(`${input.name} is empty. Choose a file with at least one JSON value.`)
  return { records, invalidRecords, violations, isCut, isSample }
}

function requireChecked([first]: readonly Violation[], name: string): void {
  if (first?.keyword === 'steps')
    throw new StepError(
      `Checking ${name} against the schema takes too long. Use fewer alternatives (anyOf, oneOf), or split the file.`,
    )
  if (first?.keyword === 'size')
    throw new StepError(`${name} is nested too deeply to check. Choose a flatter document.`)
}
