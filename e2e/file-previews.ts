import { zipOf } from '@millrace/contracts/testing/zip-files'
import { writeXlsx } from 'hucre/xlsx'
import type { Person } from './api-client.ts'
import { hdf5File } from './hdf5-file.ts'
import { GEOJSON, HTML, MARKDOWN, NETCDF, NOTEBOOK, PICTURES, pdfOf, WEBM, wav } from './preview-samples.ts'
import { linkCode, type Screens } from './screens.ts'

const FIGURE = {
  data: [{ type: 'bar', x: ['Köln', 'Bonn'], y: [312.5, 287] }],
  layout: { title: { text: 'Today’s levels' } },
}

const rows = Array.from({ length: 60 }, (_, day) => [
  new Date(Date.UTC(2024, 2, 1 + day)).toISOString().slice(0, 10),
  'Köln',
  300 + 5 * Math.sin(day / 9),
])

const files: Record<string, () => Promise<Buffer> | Buffer | string> = {
  'protocol.pdf': () => pdfOf(['Calibration protocol', 'Second page']),
  'gauge.wav': wav,
  'gauge.webm': () => Buffer.from(WEBM, 'base64'),
  'report.md': () => MARKDOWN,
  'analysis.ipynb': () => NOTEBOOK,
  'gauges.geojson': () => GEOJSON,
  'report.html': () => HTML,
  'gauge.png': () => Buffer.from(PICTURES['image/png'], 'base64'),
  'drawing.svg': () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><circle cx="150" cy="100" r="80" fill="teal"/></svg>',
  'levels.nc': () => Buffer.from(NETCDF, 'base64'),
  'levels.h5': hdf5File,
  'levels.xlsx': async () =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Levels', rows: [['day', 'station', 'level_cm'], ...rows] },
          {
            name: 'Stations',
            rows: [
              ['name', 'river'],
              ['Köln', 'Rhine'],
            ],
          },
        ],
      }),
    ),
  'figure.plotly.json': () => JSON.stringify(FIGURE),
  'settings.json': () => JSON.stringify({ gauges: rows.slice(0, 20), datum: { height: 34.97, of: 'NHN' } }),
  'settings.yaml': () => 'gauges:\n  - name: Köln\n    zero: 34.97\n',
  'service.xml': () => '<?xml version="1.0"?><gauges><gauge id="1">Köln</gauge></gauges>',
  'clean.py': () => 'import pandas\n\nlevels = pandas.read_csv("levels.csv")\nprint(levels.describe())\n',
  'backup.zip': () =>
    zipOf([
      { name: 'levels/koeln.csv', content: 'a,b\n1,2\n' },
      { name: 'readme.txt', content: 'x' },
    ]),
  'trace.bin': () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)),
}

/** Uploads one file of each kind, and returns their pages. */
export async function previewsOf(person: Person): Promise<Screens> {
  const screens: Screens = {}
  for (const [name, make] of Object.entries(files)) {
    const content = new Uint8Array(Buffer.from(await make()))
    screens[`preview-${name.split('.').slice(1).join('-')}`] =
      `/workdata/explorer/${linkCode(await person.upload(name, content))}`
  }
  return screens
}
