import { assetPath } from '#assets.ts'

/** The tag of everything that the sample creates. */
export const SAMPLE_TAG = 'sample'

/** The file of the sample: one month of readings from three gauges on the Rhine, with gaps and outliers. */
export const SAMPLE_FILE = { name: 'river_gauges_sample.csv', path: assetPath('river_gauges_sample.csv') }

/** The jobs of the sample with all parameters. The first result of each job is the input of the next. */
export const SAMPLE_JOBS = [
  {
    name: 'Sample: clean the readings',
    functionName: 'clean_table',
    parameters: {
      outliers: 'hampel',
      outlier_threshold: 5,
      outlier_window: 8,
      add_missing_times: true,
      fill_gaps: 'linear',
      longest_gap: 12,
      value_columns: ['level_cm', 'discharge_m3s'],
      time_column: 'timestamp',
      series_column: 'station',
    },
  },
  {
    name: 'Sample: hourly means',
    functionName: 'aggregate_table',
    parameters: {
      every: 'hour',
      group_by: ['station'],
      columns: ['level_cm', 'discharge_m3s'],
      measures: ['mean', 'min', 'max'],
      time_column: 'timestamp',
    },
  },
  {
    name: 'Sample: plot the hydrograph',
    functionName: 'plot_table',
    parameters: {
      chart: 'line',
      x: 'timestamp',
      y: ['discharge_m3s_mean'],
      color: 'station',
      title: 'Discharge of the Rhine at three gauges',
    },
  },
] as const
