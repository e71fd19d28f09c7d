import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

type Preview = SirenDocument<{ Columns?: { Name: string; Kind: string }[]; Text?: string; Notes?: string[] }>

it.each([
  ['tabs', 'scan.dat', 't\tvoltage\n0.1\t1.5\n0.2\t2.5\n', ['t', 'voltage']],
  ['spaces', 'scan.asc', '# t  voltage\n 0.1   1.5\n 0.2   2.5\n', ['t', 'voltage']],
  ['bars, all of it texts', 'staff.txt', 'name|role\nAda|lead\nBen|lab\n', ['name', 'role']],
  [
    'tabs below the settings of LabVIEW',
    'scan.lvm',
    'LabVIEW Measurement\t\nSeparator\tTab\n***End_of_Header***\t\nX_Value\tVoltage\tComment\n0.1\t1.5\n0.2\t2.5\n0.3\t3.5\n',
    ['X_Value', 'Voltage', 'Comment'],
  ],
  [
    'aligned numbers below a Sea-Bird header',
    'cast.cnv',
    '* Sea-Bird SBE 9 Data File:\n# name 0 = prDM: Pressure [db]\n# name 1 = t090C: Temperature\n*END*\n 1.0 8.5\n 2.0 8.25\n',
    ['prDM', 't090C'],
  ],
])('text with %s is shown as a table', async (_, name, content, names) => {
  const alice = await api.signUp()
  const data = await uploads(alice, name, Buffer.from(content))

  const table = await alice.read<Preview>(`${data}/Preview`)
  const text = await alice.read<Preview>(`${data}/Preview?as=text`)

  expect(table.class).toContain('TablePreview')
  expect(table.properties.Columns?.map(({ Name }) => Name)).toEqual(names)
  expect(text.properties.Text).toBe(content)
})

it('a table below names of groups says that its column names are joined', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'groups.csv', Buffer.from(' ,A,,B,\nx,mean,max,mean,max\n1,2,3,4,5\n2,3,4,5,6\n'))

  const { properties } = await alice.read<Preview>(`${data}/Preview`)

  expect(properties.Notes).toEqual(['The column names are joined from two rows: x, A mean, A max, B mean, B max.'])
})

it.each([
  [
    'prose with commas',
    'We came on Monday, with two probes,\nand left.\n\nNext: repairs, and the report.\nIt was cold, wet.\n',
  ],
  ['a list of words', 'Kaub\nKöln\nBonn\n'],
  ['a single line', '1,2,3\n'],
])('%s is shown as text', async (_, content) => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'notes.txt', Buffer.from(content))

  const preview = await alice.read<Preview>(`${data}/Preview`)

  expect(preview.class).toContain('TextPreview')
  expect(preview.properties.Text).toBe(content)
})
