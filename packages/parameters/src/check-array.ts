import { canonical } from './canonical.ts'
import { type Check, DescribedParts, type Subject, type Violation } from './checker.ts'

export function checkArray(subject: Subject, check: Check): void {
  const { checker, schema, place, out, described } = subject
  const items = place.value as unknown[]
  const report = (keyword: string) => out.push(checker.violation(keyword, schema, place))
  const { minItems, maxItems, prefixItems = [] } = schema
  if (minItems !== undefined && items.length < minItems) report('minItems')
  if (maxItems !== undefined && items.length > maxItems) report('maxItems')
  const checkItem = (part: unknown, index: number) => {
    check(checker, part, { value: items[index], parent: place, part: index }, out, new DescribedParts())
    described.parts.add(index)
  }
  const listed = Math.min(prefixItems.length, items.length)
  for (let index = 0; index < listed; index += 1) checkItem(prefixItems[index], index)
  if (schema.items !== undefined) {
    for (let index = listed; index < items.length && !checker.isFull(out); index += 1) checkItem(schema.items, index)
  }
  if (schema.contains !== undefined) checkContains(subject, items, check)
  if (schema.unevaluatedItems !== undefined) {
    for (let index = 0; index < items.length && !checker.isFull(out); index += 1) {
      if (!described.parts.has(index)) checkItem(schema.unevaluatedItems, index)
    }
  }
  if (schema.uniqueItems && hasDuplicates(subject, items)) report('uniqueItems')
}

function checkContains({ checker, schema, place, out, described }: Subject, items: unknown[], check: Check): void {
  const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema
  let found = 0
  for (const [index, value] of items.entries()) {
    const violations: Violation[] = []
    check(checker, contains, { value, parent: place, part: index }, violations, new DescribedParts())
    if (violations.length > 0) continue
    found += 1
    described.parts.add(index)
  }
  if (found < minContains)
    out.push(checker.violation(schema.minContains === undefined ? 'contains' : 'minContains', schema, place))
  if (found > maxContains) out.push(checker.violation('maxContains', schema, place))
}

function hasDuplicates({ checker }: Subject, items: unknown[]): boolean {
  const known = new Set<string>()
  for (const item of items) known.add(canonical(item, checker.budget))
  return known.size < items.length
}
