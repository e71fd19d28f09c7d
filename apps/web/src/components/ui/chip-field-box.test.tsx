import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ChipFieldBox } from './chip-field-box.tsx'

it('draws the first 200 of many values, and counts the others', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `value ${index + 1}`)

  const shown = renderToStaticMarkup(<ChipFieldBox values={values} onChange={() => {}} control={{}} />)

  expect(shown.match(/aria-label="Remove value/g)).toHaveLength(200)
  expect(shown).toContain('and 9,800 more')
})
