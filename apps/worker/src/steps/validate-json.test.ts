import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { validateJson } from './validate-json.ts'

const STATIONS = `{
  "stations": [
    { "name": "Kaub", "level": 214 },
    { "name": "<b>", "level": "n/a" },
    {
      "level": -3
    }
  ]
}`
const SCHEMA = {
  properties: {
    stations: {
      items: {
        properties: { name: { pattern: '^[A-Z]' }, level: { type: 'number', minimum: 0 } },
        required: ['name'],
      },
    },
  },
}
const validate = (text: string | Uint8Array, schema: object | string = SCHEMA, more: object = {}, name = 'a.json') =>
  runOn(
    validateJson,
    { document: { [name]: text } },
    { schema: typeof schema === 'string' ? schema : JSON.stringify(schema), output_format: 'csv', ...more },
  )

describe('validate_json', () => {
  it.each([
    ['a short file', 3, 20],
    ['a part of a long one', 1000, 400_000],
  ])('checks only the first lines of %s if requested', async (_, most, lines) => {
    const text = Array.from({ length: lines }, (__, n) => `{"level": ${n % 2 === 0 ? n : '"n/a"'}}`).join('\n')
    const schema = { properties: { level: { type: 'number' } } }

    const outcome = await validate(text, schema, { sample_rows: most }, 'a.jsonl')

    expect(outcome.result).toEqual({
      valid: false,
      records: most,
      invalidRecords: Math.floor(most / 2),
      violations: Math.floor(most / 2),
    })
    expect(outcome.log).toContain(`Only the first ${most.toLocaleString('en')} lines of a.jsonl were checked.`)
  })

  it('lists each violation of a document with its line, place, rule and value', async () => {
    const outcome = await validate(STATIONS)

    expect(await outcome.rows('violations')).toEqual([
      { line: 4, place: '/stations/1/name', rule: 'must match the pattern “^[A-Z]”', found: '“<b>”' },
      { line: 4, place: '/stations/1/level', rule: 'must be a number', found: '“n/a”' },
      { line: 5, place: '/stations/2/name', rule: 'is required', found: 'missing' },
      { line: 6, place: '/stations/2/level', rule: 'must be at least 0', found: -3 },
    ])
    expect(outcome.result).toEqual({ valid: false, records: 1, invalidRecords: 1, violations: 4 })
  })

  it('writes a report that counts violations per place and shows values as text', async () => {
    const levels = JSON.stringify(Array.from({ length: 30 }, (_, at) => ({ level: at < 20 ? `<i>${at}` : at })))
    const outcome = await validate(levels, { items: { properties: { level: { type: 'number' } } } })

    const html = await outcome.text('report')
    expect(html).toContain('<td>/*/level</td><td>must be a number</td><td class="n">20</td>')
    expect(html).toContain('line 1, /0/level: “&lt;i&gt;0”')
    expect(html).not.toMatch(/<script|<i>|https?:/)
  })

  it('reports with an empty list that the data matches', async () => {
    const outcome = await validate('{"stations": []}')

    expect(outcome.result).toMatchObject({ valid: true, violations: 0 })
    expect(await outcome.rows('violations')).toEqual([])
    expect(await outcome.text('report')).toContain('The data matches the schema.')
    expect(outcome.log).toContain('The document is valid.')
  })

  it.each(['a.jsonl', 'a.txt'])('checks JSON Lines in %s line by line', async (name) => {
    const outcome = await validate(
      '{"n": 1}\r\n\n{"n": "x"}\n{"n": 3\n{"n": 4}',
      { properties: { n: { type: 'integer' } } },
      {},
      name,
    )

    expect(await outcome.rows('violations')).toEqual([
      { line: 3, place: '/n', rule: 'must be a whole number', found: '“x”' },
      { line: 4, place: null, rule: 'must be valid JSON', found: expect.stringContaining('{"n": 3') },
    ])
    expect(outcome.result).toEqual({ valid: false, records: 4, invalidRecords: 2, violations: 2 })
  })

  it('also takes the schema from a file', async () => {
    const files = { document: { 'a.json': '[1]' }, schema: { 's.json': '{"type": "object"}' } }

    expect((await runOn(validateJson, files)).result).toMatchObject({ violations: 1 })
    await expect(runOn(validateJson, files, { schema: '{}' })).rejects.toThrow('Keep one of them.')
  })

  it('stops if requested, and names the place, the rule and the first value', async () => {
    await expect(validate(STATIONS, { required: ['id'] }, { if_broken: 'stop' })).rejects.toThrow(
      'a.json breaks the schema: 1 violation. /id is required, but line 1, /id: missing. Correct the data',
    )
  })

  it('warns of keywords of older drafts and of anchors, which have no effect', async () => {
    const outcome = await validate('{}', { dependencies: { a: ['b'] }, $anchor: 'network' })

    expect(outcome.log).toContain(
      'Ignored dependencies, $anchor. The schema is read as JSON Schema draft 2020-12, without support for anchors.',
    )
  })

  it.each([
    ['', '{}', 'The JSON Schema is missing.'],
    ['[]', '{}', 'The schema isn’t a JSON Schema: it must be an object'],
    ['{\n"type":\n', '{}', 'The schema isn’t valid JSON: the error is on line 2.'],
    ['{"type": "text"}', '{}', 'The schema can’t be used as a JSON Schema. /type is not valid.'],
    ['{"$ref": "https://example.org/s.json"}', '{}', 'Refer only to parts of the same schema'],
    ['{"pattern": "(a+)+\\\\1"}', '{}', '/pattern is not valid.'],
    ['{}', '', 'a.json isn’t valid JSON'],
    ['{}', '['.repeat(100_000), 'a.json is nested more than 1,000 levels deep.'],
    ['{"items": {"$ref": "#"}}', `${'['.repeat(900)}${']'.repeat(900)}`, 'a.json is nested too deeply to check.'],
    ['{"allOf": [{"$ref": "#"}]}', '{}', 'a.json is nested too deeply to check.'],
  ])('refuses the schema %j', async (schema, text, sentence) => {
    await expect(validate(text, schema)).rejects.toThrow(sentence)
  })

  it('checks names that objects inherit like any other, and counts what it can’t list', async () => {
    const names = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`x${at}`, 1]))
    const text = JSON.stringify({ ...names, constructor: 1 })
    const outcome = await validate(text, { additionalProperties: false })

    expect(outcome.result).toMatchObject({ violations: 3001 })
    expect(await outcome.text('report')).toContain('other places')
  })

  it('refuses a line that does not fit in memory', async () => {
    const line = Buffer.alloc(17_000_000, 'x')

    await expect(validate(line, {}, {}, 'a.jsonl')).rejects.toThrow('Line 1 of a.jsonl is longer than 16 MB.')
  })
})
