/** The file of the sample: one month of readings from three gauges, with gaps and outliers. */
export const SAMPLE_FILE = {
  name: 'river_gauges_sample.csv',
  path: new URL('../../../assets/river_gauges_sample.csv', import.meta.url),
}

/** The jobs of the sample, each taking the first result of the one before it. */
export const SAMPLE_JOBS = [
  { name: 'Sample: clean the readings', functionName: 'clean_table', version: '1.0.0', parameters: {} },
  { name: 'Sample: daily discharge', functionName: 'aggregate_table', version: '1.0.0', parameters: {} },
  { name: 'Sample: plot the hydrograph', functionName: 'plot_table', version: '1.0.0', parameters: {} },
] as const
