import { CORRECTED, CSV, type LargeRun, PARQUET, POINTS, ROWS } from './testing-large-tables.ts'

const CLEANING = { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear' }
const KEYS = ['timestamp', 'station']
const COLUMNS = [
  { name: 'level_m', formula: 'round(level_cm / 100, 2)' },
  { name: 'state', formula: "if(level_m > 3.5, 'high', 'normal')" },
]
const RULES = [
  { column: 'level_cm', check: 'is not empty' },
  { column: 'level_cm', check: 'between', value: '0 and 350' },
  { column: 'station', check: 'one of', value: 'Basel, Köln, Mainz' },
]

type Case = [functionName: string, LargeRun, result: Record<string, unknown>]

/** A run of a step on one table. */
export const on = (table: string, parameters?: object): LargeRun => ({ inputs: { table }, parameters })
const onTwo = (parameters: object): LargeRun => ({ inputs: { table: PARQUET, other: PARQUET }, parameters })

/** Every table step, with typical parameters and the expected result. */
export const LARGE_RUNS: readonly Case[] = [
  ['profile_table', on(CSV), { rows: ROWS }],
  ['clean_table', on(CSV, CLEANING), { rows: ROWS }],
  [
    'filter_rows',
    on(PARQUET, { conditions: [{ column: 'station', is: 'one of', value: 'Köln, Bonn' }], sort_by: 'level_cm' }),
    { rows: (ROWS / 5) * 2 },
  ],
  ['compute_columns', on(PARQUET, { columns: COLUMNS }), { rows: ROWS, columns: 7 }],
  ['join_tables', onTwo({ keys: KEYS }), { rows: ROWS }],
  ['concatenate_tables', { inputs: { tables: [PARQUET, PARQUET] } }, { rows: 2 * ROWS }],
  ['compare_tables', onTwo({ keys: KEYS }), { equal: true, sameRows: ROWS }],
  [
    'compare_tables',
    { inputs: { table: PARQUET, other: CORRECTED }, parameters: { keys: KEYS } },
    { equal: false, changedRows: ROWS },
  ],
  ['deduplicate_rows', on(PARQUET), { rows: ROWS }],
  ['deduplicate_rows', on(PARQUET, { keys: KEYS, keep: 'largest', by: 'discharge_m3s' }), { rows: ROWS }],
  ['pivot_table', on(PARQUET, { rows: ['timestamp'], columns: ['station'], values: ['level_cm'] }), { rows: ROWS / 5 }],
  [
    'reshape_table',
    on(PARQUET, { value_columns: ['level_cm', 'discharge_m3s'], empty_cells: 'keep' }),
    { rows: 2 * ROWS },
  ],
  [
    'reshape_table',
    on(PARQUET, { direction: 'wider', id_columns: ['timestamp'], names_from: 'station', values_from: 'level_cm' }),
    { rows: ROWS / 5, columns: 6 },
  ],
  ['split_by_column', on(PARQUET, { column: 'station' }), { files: 5, rows: ROWS }],
  ['table_statistics', on(PARQUET), { describedRows: ROWS }],
  ['validate_table', on(PARQUET, { rules: RULES }), { valid: false, brokenRules: 3 }],
  ['resample_series', on(PARQUET, { every: 'minute', series_column: 'station' }), { rows: ROWS }],
  [
    'aggregate_table',
    on(PARQUET, { every: 'day', measures: ['mean', 'median', 'p95', 'last'] }),
    { rows: Math.ceil(ROWS / 5 / 1440) * 5 },
  ],
  ['correlate_columns', on(PARQUET, { method: 'spearman' }), {}],
  ['fit_curve', on(PARQUET, { x: 'level_cm', y: 'discharge_m3s', degree: 3, group_by: 'station' }), { curves: 5 }],
  ['query_table', { inputs: { tables: PARQUET }, parameters: { sql: 'FROM input ORDER BY level_cm' } }, { rows: ROWS }],
  ['plot_table', on(PARQUET), { chart: 'line', traces: 5 }],
  ['convert_table', on(CSV), { rows: ROWS }],
  ['points_to_geojson', on(POINTS), { points: ROWS }],
]
