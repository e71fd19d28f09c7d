import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { document, link } from '@millrace/siren/build'
import { describe, expect, it } from 'vitest'
import type { SirenDocument } from '#lib/siren.ts'
import { mostTelling } from './most-telling.ts'

function result(name: string, mediaType: string, job: string | undefined): SirenDocument<WorkDataProperties> {
  const links = [link('self', `/api/WorkData/${name}`), ...(job ? [link('ProducedByJob', job)] : [])]
  const properties = { Name: name, MediaType: mediaType } as WorkDataProperties
  return document('WorkData', { properties, links })
}

describe('the most telling results', () => {
  it('are one per job, figures before tables before reports, in the order they came', () => {
    const results = [
      result('report.json', MEDIA.json, '/api/Job/2'),
      result('table.csv', MEDIA.csv, '/api/Job/2'),
      result('summary.txt', MEDIA.text, '/api/Job/1'),
      result('plot.plotly.json', MEDIA.plotly, '/api/Job/1'),
      result('loose.csv', MEDIA.csv, undefined),
    ]

    expect(mostTelling(results).map(({ properties }) => properties.Name)).toEqual([
      'table.csv',
      'plot.plotly.json',
      'loose.csv',
    ])
  })
})
