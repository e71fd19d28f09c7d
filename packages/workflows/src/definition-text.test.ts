import { describe, expect, it } from 'vitest'
import { definitionText } from './definition-text.ts'

const clean = { id: 'clean', step: { function: 'clean_table' } }

describe('the text of a definition', () => {
  it('has sorted keys and a block for each node', () => {
    const text = definitionText({ version: 1, title: 'Clean', nodes: [clean] })

    expect(text).toBe(`{
  "nodes": [
    {
      "id": "clean",
      "step": {
        "function": "clean_table"
      }
    }
  ],
  "title": "Clean",
  "version": 1
}
`)
  })

  it('does not depend on the order in which keys were set', () => {
    const one = definitionText({ version: 1, title: 'Clean', nodes: [{ ...clean, retries: 1, title: 'A' }] })
    const other = definitionText({ nodes: [{ title: 'A', retries: 1, ...clean }], title: 'Clean', version: 1 })

    expect(one).toBe(other)
  })
})
