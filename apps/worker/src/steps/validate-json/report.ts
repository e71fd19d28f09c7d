import { count, plural } from '@millrace/tables/sentences'
import { htmlReport, htmlTable, type ReportCell } from '#report/html-report.ts'
import type { Checked } from './check-file.ts'
import type { ListedViolation, Problem } from './violation-list.ts'

const WHOLE = 'the whole value'

/**
 * Returns the report page. For each broken rule and place, the page shows how many violations there are, and where the
 * first ones are.
 */
export function reportHtml(name: string, checked: Checked, hasLines: boolean): string {
  const { violations, isCut } = checked
  const cut = isCut ? ' The check stopped early, so there are more of them.' : ''
  const note = `${summaryOf(checked, hasLines)}${cut}`
  const body =
    violations.total === 0
      ? '<p class="good">✓ The data matches the schema.</p>'
      : htmlTable(['Place', 'Rule', 'Violations', 'First places'], violations.problems.map(rowOf))
  return htmlReport({ title: `Validation of ${name}`, note, body })
}

/** Summarizes the check: `2 of 500 lines break the schema, with 3 violations.` */
export function summaryOf({ records, invalidRecords, violations }: Checked, hasLines: boolean): string {
  const total = plural(violations.total, 'violation')
  if (!hasLines) return violations.total === 0 ? 'The document is valid.' : `The document is invalid, with ${total}.`
  if (invalidRecords === 0) return `All ${plural(records, 'line')} are valid.`
  const verb = invalidRecords === 1 ? 'breaks' : 'break'
  return `${count(invalidRecords)} of ${plural(records, 'line')} ${verb} the schema, with ${total}.`
}

export function problemMessage({ place, rule }: Pick<Problem, 'place' | 'rule'>): string {
  return `${place || WHOLE} ${rule}`
}

/** Formats a violation: `line 3, /stations/0/level: “n/a”`. */
export function violationMessage({ line, place, found }: ListedViolation): string {
  const at = [line === null ? undefined : `line ${count(line)}`, place || undefined]
  return `${at.filter((part) => part !== undefined).join(', ') || WHOLE}: ${found}`
}

function rowOf({ place, rule, violations, first }: Problem): ReportCell[] {
  return [place || WHOLE, rule, violations, first.map(violationMessage).join('; ')]
}
