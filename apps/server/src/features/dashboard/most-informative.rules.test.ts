import { MEDIA } from '@millrace/contracts/media-types'
import { describe, expect, it } from 'vitest'
import { firstOfEachName, mostInformative } from './most-informative.rules.ts'

describe('the most informative results', () => {
  it('are one per job, preferably a figure, then a table, then a report, in their original order', () => {
    const results = [
      { id: 'report.json', mediaType: MEDIA.json, producedByJob: 'job-2' },
      { id: 'table.csv', mediaType: MEDIA.csv, producedByJob: 'job-2' },
      { id: 'summary.txt', mediaType: MEDIA.text, producedByJob: 'job-1' },
      { id: 'plot.plotly.json', mediaType: MEDIA.plotly, producedByJob: 'job-1' },
      { id: 'loose.csv', mediaType: MEDIA.csv, producedByJob: null },
    ]

    const named = results.map((result) => ({ ...result, name: result.id }))

    expect(mostInformative(named).map(({ id }) => id)).toEqual(['table.csv', 'plot.plotly.json', 'loose.csv'])
  })

  it('leave out results of the same name, such as those of a sweep', () => {
    const results = ['clean.parquet', 'plot.json', 'clean.parquet'].map((name, at) => ({
      id: String(at),
      name,
      mediaType: MEDIA.csv,
      producedByJob: String(at),
    }))

    expect(firstOfEachName(results).map(({ id }) => id)).toEqual(['0', '1'])
  })
})
