import type { ExampleFile } from '@millrace/worker-sdk'

export const LEVELS_FIGURE: ExampleFile = figure('levels.plotly.json', {
  data: [line('Kaub', [214, 281, 252, 231], [18, 44, 30, 12]), line('Köln', [331, 402, 377, 344], [25, 61, 38, 20])],
  layout: {
    title: { text: 'Monthly water levels' },
    xaxis: { title: { text: 'Month' }, type: 'date' },
    yaxis: { title: { text: 'Level (cm), monthly mean ± standard deviation' } },
  },
})

export const BOX_FIGURE: ExampleFile = figure('discharge.plotly.json', {
  data: [
    { type: 'box', name: 'Kaub', y: [1200, 1350, 1410, 1500, 1620, 1980] },
    { type: 'box', name: 'Köln', y: [1810, 1900, 2050, 2200, 2310, 2890] },
  ],
  layout: { title: { text: 'Discharge' }, yaxis: { title: { text: 'Discharge (m³/s)' } }, showlegend: false },
})

function line(name: string, y: readonly number[], errors: readonly number[]) {
  const x = y.map((_, at) => `2024-0${at + 1}-01`)
  return { type: 'scatter', mode: 'lines+markers', name, x, y, error_y: { type: 'data', array: errors } }
}

function figure(name: string, content: object): ExampleFile {
  return { name, text: JSON.stringify(content) }
}
