import type { Engine } from '@millrace/tables/engine'

/** Aggregates that lack an `over` clause, and the formula with such clauses added. */
export interface OverRows {
  /** The first aggregate without an `over` clause, such as `avg(flow)`. */
  call: string
  /** The formula with `over ()` after each such aggregate. */
  formula: string
}

/** Finds the aggregates in a formula that have neither a `filter` nor an `over` clause. Undefined if there are none. */
export async function overAllRows(engine: Engine, formula: string): Promise<OverRows | undefined> {
  const known = await engine.rows<{ name: string }>(
    `SELECT DISTINCT function_name AS name FROM duckdb_functions() WHERE function_type = 'aggregate'`,
  )
  const aggregates = new Set(known.map(({ name }) => name))
  // Quoted text is masked, because it may look like a call. Masking preserves the positions of all other text.
  const bare = formula.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (text) => '_'.repeat(text.length))
  const calls: { from: number; to: number }[] = []
  for (const { 0: start, 1: name = '', index } of bare.matchAll(/\b([a-z_]\w*)\s*\(/gi)) {
    if (!aggregates.has(name.toLowerCase()) || index < (calls.at(-1)?.to ?? 0)) continue
    const to = endOfCall(bare, index + start.length)
    if (!/^\s*(filter\s*\(|over\b)/i.test(bare.slice(to))) calls.push({ from: index, to })
  }
  const [first] = calls
  if (!first) return undefined
  const over = calls.toReversed().reduce((text, { to }) => `${text.slice(0, to)} over ()${text.slice(to)}`, formula)
  return { call: formula.slice(first.from, first.to), formula: over }
}

/** Returns the position after the closing parenthesis of the call whose arguments start at `from`. */
function endOfCall(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
