import { expect, it } from 'vitest'
import { detectDialect } from './dialect.ts'

it('reads the labels of a Grace file as names', () => {
  const head = (legends: string) =>
    `# GROMACS\n@    xaxis  label "Time (ps)"\n@    yaxis  label "(kJ/mol), (K)"\n@TYPE xy\n@ view 0.15, 0.15, 0.75, 0.85\n${legends}`
  const rows = '  0.0  -1.5  300.5\n  0.5  -2.5  300.1\n'

  expect(detectDialect(`${head('@ s0 legend "E"\n@ s1 legend "T"\n')}${rows}`)).toMatchObject({
    names: ['Time (ps)', 'E', 'T'],
    skipLines: 7,
    delimiter: ' ',
  })
  expect(detectDialect(`${head('')}0.5 1.5\n`).names).toEqual(['Time (ps)', '(kJ/mol), (K)'])
  expect(detectDialect(`${head('')}${rows}`)).toMatchObject({ hasHeader: false, skipLines: 5 })
})
