import { expect, it } from 'vitest'
import { parametersOfView, type TableViewSettings } from './view-parameters.ts'

const ALL: TableViewSettings = { where: [], ignoreCase: false, sort: undefined, columns: undefined, sheet: undefined }

it('a view becomes the parameters of the step that filters rows', () => {
  const view: TableViewSettings = {
    where: [
      { Column: 'level', Is: 'Between', Values: ['1', '2'] },
      { Column: 'station', Is: 'OneOf', Values: ['Köln', 'Bonn, Rhein', 'say "hi"', ' x'] },
      { Column: 'note', Is: 'IsEmpty', Values: [] },
    ],
    ignoreCase: true,
    sort: { column: 'level', descending: true },
    columns: ['station', 'level'],
    sheet: 'March',
  }

  expect(parametersOfView(view)).toMatchObject({
    conditions: [
      { column: 'level', is: 'between', value: '1 and 2' },
      { column: 'station', is: 'one of', value: 'Köln, "Bonn, Rhein", "say ""hi""", " x"' },
      { column: 'note', is: 'is empty' },
    ],
    ignore_case: true,
    sort_by: 'level',
    descending: true,
    columns: ['station', 'level'],
    sheet: 'March',
  })
})

it('an unfiltered view keeps all rows and columns of the table', () => {
  expect(parametersOfView(ALL)).toMatchObject({ conditions: [], columns: [], sort_by: null, sheet: null })
})
