import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table, previews } = testPreviews()

/** Strings whose repetition makes regular expressions with nested quantifiers run for minutes. */
const UNITS = {
  'line feeds': '\n',
  'carriage returns': '\r',
  'line ends of Windows': '\r\n',
  'blank lines': ' \n',
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'quotation marks': '"',
  'empty quoted lines': '""\n',
  'opening quotation marks': ',"',
  apostrophes: "'",
  'escaped quotation marks': '\\"',
  semicolons: ';\n',
  digits: '7',
  'grouped digits': '123.',
  'numbers with spaces': '1 000 ',
  hyphens: '-',
  'halves of times': '12:',
  'halves of dates': '2024-',
  'comment signs': '#\n',
  letters: 'a',
  'replacement characters': '\ufffd',
  brackets: '[{',
} as const

const repeated = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))

/* A quadratic regular expression needs billions of steps for such texts, more than a preview's time limit allows. */
describe('a preview of repeated', () => {
  it.each(Object.entries(UNITS))('FLT23 sec/J10 %s shows a table or says why it cannot', async (name, unit) => {
    const run = repeated(unit, 100_000)

    const shown = await table(csv(`${name}.csv`, `a,b\n1,${run}x\n${run}x`)).catch((problem) => problem)

    expect(shown).toSatisfy((given) => given.rows !== undefined || given.code === 'preview-failed')
    expect(String(shown.message)).not.toMatch(/took longer|memory/)
  })

  it.each(Object.entries(UNITS))('sec/J10 %s shows text', async (name, unit) => {
    const text = `${repeated(unit, 900_000)}x${repeated(unit, 50_000)}x${repeated(unit, 200_000)}`
    for (const ending of ['txt', 'json']) {
      const { Text } = await previews.text(csv(`${name}.${ending}`, text))
      expect(text.startsWith(Text)).toBe(true)
      expect(Text.length).toBeGreaterThan(300_000)
    }
  })
})
