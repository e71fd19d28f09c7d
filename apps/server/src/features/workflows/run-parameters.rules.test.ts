import { expect, it } from 'vitest'
import { checkedMs, isLargeCheck, runParameterChecks, runParametersBudget } from './run-parameters.rules.ts'

const SCHEMA = { type: 'object', properties: { window: { type: 'integer', maximum: 9 }, text: { type: 'string' } } }

it('the parameters of ten thousand runs of a node are checked', () => {
  const check = runParameterChecks(SCHEMA, runParametersBudget())

  for (let run = 0; run < 10_000; run++) expect(check({ window: run % 9, text: `item ${run}` })).toBeUndefined()
  expect(check({ window: 10 })).toMatch(/^Parameter window: /)
})

it('refuses further runs of a node whose parameters take too long to check', () => {
  const check = runParameterChecks(SCHEMA, runParametersBudget())
  const text = 'x'.repeat(250_000)

  const found = Array.from({ length: 1000 }, () => check({ text }))

  expect(found[0]).toBeUndefined()
  expect(found.at(-1)).toMatch(/^The parameters of all items together take too long to check\./)
})

it('stops a brief check as soon as it is known to be large', () => {
  const budget = runParametersBudget({ isBrief: true })
  const check = runParameterChecks(SCHEMA, budget)

  while (!budget.isUsedUp) check({ text: 'x'.repeat(100_000) })

  expect(isLargeCheck(budget)).toBe(true)
  expect(checkedMs(budget)).toBeLessThan(60)
})
