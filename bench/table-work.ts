/*
 * The work of each table step, and the same work as an engineer would write it in SQL for DuckDB. The SQL also does
 * everything that the description of the step requires: it treats NaN as missing, keeps the order of rows, computes the
 * counts for the log or the report, and writes the second file if the step has one.
 */

export interface Work {
  step: string
  parameters: Record<string, unknown>
  inputs: Record<string, string[]>
  /** The statements that DuckDB runs, after describing and counting the inputs. */
  statements: string[]
}

/** Paths of Parquet or CSV files, with the columns that they contain. */
export interface Files {
  /** `time`, `station`, `level_cm`, `flow`: one row per minute for each of five stations. */
  levels: string
  /** The same rows as `levels`, except for the level in one of 1,000 rows. */
  edited: string
  /** `station`, `country`. */
  stations: string
  /** `station`, `lon`, `lat`, with as many rows as `levels`. */
  places: string
  /** Path for DuckDB's outputs, without an extension. */
  out: string
}

/** Returns the work to measure for each table step. */
export function tableWork(files: Files): Work[] {
  return [...rowWork(files), ...seriesWork(files), ...twoTableWork(files), ...figureWork(files), ...reportWork(files)]
}

function rowWork({ levels, places, out }: Files): Work[] {
  const inputs = { table: [levels] }
  const [table, numbered] = [readings(`'${levels}'`), numberedRows(levels)]
  const safe = `CASE WHEN regexp_matches(station, '^[=+@\\t\\r-]') THEN '''' || station ELSE station END`
  return [
    {
      step: 'filter_rows',
      parameters: { conditions: [{ column: 'level_cm', is: 'more than', value: '350' }] },
      inputs,
      statements: [parquet(out, `FROM ${table} WHERE level_cm > 350`)],
    },
    {
      step: 'compute_columns',
      parameters: { columns: [{ name: 'level_m', formula: 'level_cm / 100' }] },
      inputs,
      statements: [parquet(out, `SELECT *, level_cm / 100 AS level_m FROM ${table}`)],
    },
    {
      step: 'deduplicate_rows',
      parameters: { keys: ['station', 'time'] },
      inputs,
      statements: [
        parquet(
          out,
          `SELECT * EXCLUDE (file_row_number) FROM (SELECT DISTINCT ON (station, time) * FROM ${numbered} ORDER BY file_row_number)`,
        ),
      ],
    },
    {
      step: 'reshape_table',
      parameters: { value_columns: ['level_cm', 'flow'] },
      inputs,
      statements: [
        `SELECT count(*) - count(level_cm) + count(*) - count(flow) FROM ${table}`,
        parquet(
          out,
          `SELECT time, station, name, value FROM (FROM ${numbered} UNPIVOT (value FOR name IN (level_cm, flow))) ORDER BY file_row_number, name DESC`,
        ),
      ],
    },
    {
      step: 'split_by_column',
      parameters: { column: 'station' },
      inputs,
      statements: [
        `SELECT station, count(*) FROM ${table} GROUP BY 1`,
        ...STATIONS.map((station) => parquet(`${out}_${station}`, `FROM ${table} WHERE station = '${station}'`)),
      ],
    },
    {
      step: 'query_table',
      parameters: { sql: changeSql('input') },
      inputs: { tables: [levels] },
      statements: [parquet(out, changeSql(table))],
    },
    {
      step: 'convert_table',
      parameters: { format: 'csv' },
      inputs,
      statements: [`COPY (SELECT * REPLACE (${safe} AS station) FROM ${table}) TO '${out}.csv' (FORMAT csv, HEADER)`],
    },
    {
      step: 'points_to_geojson',
      parameters: { longitude: 'lon', latitude: 'lat', properties: ['station'] },
      inputs: { table: [places] },
      statements: [
        `SELECT count_if(abs(lon) > 180), count_if(abs(lat) > 90) FROM '${places}'`,
        json(
          out,
          `SELECT 'Feature' AS type, {'type': 'Point', 'coordinates': [lon, lat]} AS geometry, {'station': station} AS properties FROM '${places}' WHERE isfinite(lon) AND isfinite(lat)`,
        ),
      ],
    },
  ]
}

function seriesWork({ levels, out }: Files): Work[] {
  const inputs = { table: [levels] }
  const table = readings(`'${levels}'`)
  return [
    {
      step: 'pivot_table',
      parameters: { rows: ['time'], columns: ['station'], values: ['level_cm'] },
      inputs,
      statements: [parquet(out, `PIVOT ${table} ON station USING avg(level_cm) GROUP BY time ORDER BY time`)],
    },
    {
      step: 'aggregate_table',
      parameters: { every: 'day', group_by: ['station'], measures: ['mean', 'max'] },
      inputs,
      statements: [
        parquet(
          out,
          `SELECT date_trunc('day', time)::DATE AS t, station, avg(level_cm), max(level_cm), avg(flow), max(flow), count(*) FROM ${table} GROUP BY ALL ORDER BY ALL`,
        ),
      ],
    },
    {
      step: 'resample_series',
      parameters: { every: '5 minutes', series_column: 'station' },
      inputs,
      statements: [
        `CREATE TABLE regular AS ${regularSql(table)}`,
        `CREATE TABLE filled AS SELECT k, t, ${filledSql('level_cm')}, ${filledSql('flow')} FROM regular`,
        'SELECT count(level_cm), count(flow) FROM regular',
        'SELECT count(*), count(level_cm), count(flow) FROM filled',
        parquet(out, 'FROM filled ORDER BY k, t'),
      ],
    },
  ]
}

function twoTableWork({ levels, edited, stations, out }: Files): Work[] {
  const nth = (file: string) =>
    `(SELECT *, row_number() OVER (PARTITION BY station, time ORDER BY file_row_number) AS nth FROM ${numberedRows(file)})`
  return [
    {
      step: 'join_tables',
      parameters: { keys: ['station'] },
      inputs: { table: [levels], other: [stations] },
      statements: [
        parquet(
          out,
          `SELECT l.* EXCLUDE (file_row_number), r.country FROM ${numberedRows(levels)} l LEFT JOIN '${stations}' r USING (station) ORDER BY l.file_row_number`,
        ),
      ],
    },
    {
      step: 'concatenate_tables',
      parameters: {},
      inputs: { tables: [levels, levels] },
      statements: [parquet(out, `FROM ${readings(`read_parquet(['${levels}', '${levels}'], filename = true)`)}`)],
    },
    {
      step: 'compare_tables',
      parameters: { keys: ['station', 'time'] },
      inputs: { table: [levels], other: [edited] },
      statements: [
        parquet(
          out,
          `SELECT b.file_row_number AS old_row, a.file_row_number AS new_row, b.level_cm AS old_level, a.level_cm AS new_level, b.flow AS old_flow, a.flow AS new_flow
           FROM ${nth(levels)} b FULL JOIN ${nth(edited)} a USING (station, time, nth)
           WHERE b.level_cm IS DISTINCT FROM a.level_cm OR b.flow IS DISTINCT FROM a.flow ORDER BY coalesce(old_row, new_row)`,
        ),
      ],
    },
  ]
}

function figureWork({ levels, out }: Files): Work[] {
  const inputs = { table: [levels] }
  const table = readings(`'${levels}'`)
  return [
    {
      step: 'correlate_columns',
      parameters: {},
      inputs,
      statements: [
        `CREATE TABLE made AS SELECT corr(level_cm, flow), regr_count(level_cm, flow) FROM ${table}`,
        parquet(out, 'FROM made'),
        json(out, 'FROM made'),
      ],
    },
    {
      step: 'fit_curve',
      parameters: { x: 'flow', y: 'level_cm' },
      inputs,
      statements: [
        `CREATE TABLE fit AS SELECT regr_slope(level_cm, flow) AS m, regr_intercept(level_cm, flow) AS b, regr_count(level_cm, flow) AS n, regr_avgx(level_cm, flow) AS mean, regr_sxx(level_cm, flow) AS sxx,
         regr_syy(level_cm, flow) - regr_sxy(level_cm, flow) ** 2 / regr_sxx(level_cm, flow) AS rss FROM ${table}`,
        json(out, `FROM (FROM ${table} WHERE level_cm IS NOT NULL) USING SAMPLE reservoir(2000 ROWS) REPEATABLE (1)`),
        parquet(
          out,
          `SELECT * EXCLUDE (half), fitted - half AS lower, fitted + half AS upper, level_cm - fitted AS residual
           FROM (SELECT t.*, m * flow + b AS fitted, 1.96 * sqrt(rss / (n - 2) * (1 / n + (flow - mean) ** 2 / sxx)) AS half FROM ${table} t, fit)`,
        ),
      ],
    },
    {
      step: 'plot_table',
      parameters: { chart: 'line', x: 'time', y: ['level_cm'], color: 'station' },
      inputs,
      statements: [
        `SELECT station, count(*) FROM ${table} GROUP BY 1 ORDER BY 2 DESC LIMIT 12`,
        `CREATE TABLE span AS SELECT station, min(epoch_ms(time)) AS low, max(epoch_ms(time)) AS high FROM ${table} WHERE isfinite(level_cm) GROUP BY 1`,
        json(
          out,
          `SELECT station, arg_min(time, level_cm), min(level_cm), arg_max(time, level_cm), max(level_cm) FROM ${table} JOIN span USING (station)
           WHERE isfinite(level_cm) GROUP BY station, least(499, floor((epoch_ms(time) - low) / (high - low) * 500)) ORDER BY ALL`,
        ),
      ],
    },
  ]
}

function reportWork({ levels, out }: Files): Work[] {
  const inputs = { table: [levels] }
  const [table, numbered] = [readings(`'${levels}'`), numberedRows(levels)]
  const profile = ['time', 'station', 'level_cm', 'flow'].flatMap((column) => profileSql(table, column))
  const broken = [
    "level_cm IS NULL OR trim(level_cm::VARCHAR) = ''",
    'level_cm IS NOT NULL AND NOT level_cm BETWEEN 210 AND 409',
    `station IS NOT NULL AND station NOT IN (${STATIONS.map((station) => `'${station}'`).join(', ')})`,
  ]
  return [
    {
      step: 'validate_table',
      parameters: {
        rules: [
          { column: 'level_cm', check: 'is not empty' },
          { column: 'level_cm', check: 'between', value: '210 and 409' },
          { column: 'station', check: 'one of', value: STATIONS.join(', ') },
        ],
      },
      inputs,
      statements: [
        ...broken.map((where) => `SELECT count(*) FROM ${table} WHERE ${where}`),
        parquet(
          out,
          broken
            .map((where) => `(SELECT * FROM ${numbered} WHERE ${where} ORDER BY file_row_number LIMIT 100000)`)
            .join(' UNION ALL '),
        ),
      ],
    },
    { step: 'table_statistics', parameters: {}, inputs, statements: profile },
    {
      step: 'profile_table',
      parameters: {},
      inputs,
      statements: [
        ...profile,
        `SELECT sum(n - 1) FROM (SELECT count(*) AS n FROM ${table} GROUP BY hash(time, station, level_cm, flow))`,
      ],
    },
    {
      step: 'clean_table',
      parameters: {},
      inputs,
      statements: [
        `CREATE TABLE cells AS SELECT * REPLACE (${TIDY} AS station) FROM ${numbered}`,
        `SELECT count_if(${TIDY} <> station), count_if(${TIDY} IS NULL AND station IS NOT NULL) FROM ${table}`,
        'SELECT count(*) FROM cells WHERE time IS NULL AND station IS NULL AND level_cm IS NULL AND flow IS NULL',
        'SELECT count(*) FROM (SELECT hash(time, station, level_cm, flow) AS h FROM cells GROUP BY 1 HAVING count(*) > 1)',
        'SELECT count(time), count(station), count(level_cm), count(flow) FROM cells',
        'SELECT count(*) FROM (SELECT time < lag(time) OVER (ORDER BY file_row_number) AS falls FROM cells) WHERE falls',
        parquet(out, 'SELECT * EXCLUDE (file_row_number) FROM cells'),
      ],
    },
  ]
}

const STATIONS = ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn']

const TIDY = `CASE WHEN trim(station) = '' OR lower(trim(station)) IN ('na', 'n/a', '#n/a', 'nan', 'null', 'none', '-', '--', '---', '?') THEN NULL ELSE trim(station) END`

function parquet(out: string, from: string): string {
  return `COPY (${from}) TO '${out}.parquet' (FORMAT parquet, COMPRESSION zstd)`
}

function json(out: string, from: string): string {
  return `COPY (${from}) TO '${out}.json' (FORMAT json, ARRAY true)`
}

/** Returns SQL for the rows as steps read them, with NaN as a missing value. */
function readings(source: string): string {
  return `(SELECT * REPLACE (nullif(level_cm, 'nan'::DOUBLE) AS level_cm, nullif(flow, 'nan'::DOUBLE) AS flow) FROM ${source})`
}

function numberedRows(file: string): string {
  return readings(`read_parquet('${file}', file_row_number = true)`)
}

function changeSql(from: string): string {
  return `SELECT station, time, level_cm - lag(level_cm) OVER (PARTITION BY station ORDER BY time) AS change FROM ${from} ORDER BY time, station`
}

function regularSql(table: string): string {
  const bucket = "time_bucket(INTERVAL '5 minutes', time)"
  return `SELECT g.k, g.t, m.level_cm, m.flow
    FROM (SELECT k, unnest(generate_series(low, high, INTERVAL '5 minutes')) AS t
      FROM (SELECT station AS k, min(${bucket}) AS low, max(${bucket}) AS high FROM ${table} GROUP BY 1)) g
    LEFT JOIN (SELECT station AS k, ${bucket} AS t, avg(level_cm) AS level_cm, avg(flow) AS flow FROM ${table} GROUP BY ALL) m USING (k, t)`
}

/** Returns SQL that interpolates empty intervals linearly between their neighbors. */
function filledSql(column: string): string {
  const before = 'OVER (PARTITION BY k ORDER BY t ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)'
  const after = 'OVER (PARTITION BY k ORDER BY t ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)'
  const at = `CASE WHEN ${column} IS NOT NULL THEN t END`
  const [v0, v1] = [`last_value(${column} IGNORE NULLS) ${before}`, `first_value(${column} IGNORE NULLS) ${after}`]
  const [t0, t1] = [`last_value(${at} IGNORE NULLS) ${before}`, `first_value(${at} IGNORE NULLS) ${after}`]
  return `coalesce(${column}, ${v0} + (${v1} - ${v0}) * (epoch(t) - epoch(${t0})) / nullif(epoch(${t1}) - epoch(${t0}), 0)) AS ${column}`
}

/** Returns statements for the statistics of a column, and for its histogram or its most frequent values. */
function profileSql(table: string, column: string): string[] {
  const basic = `count(*), count(${column}), approx_count_distinct(${column}), min(${column}), max(${column})`
  if (column === 'station')
    return [
      `SELECT ${basic}, max(length(station)) FROM ${table}`,
      `SELECT count(DISTINCT station) FROM ${table}`,
      `SELECT station, count(*) FROM ${table} GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
    ]
  const value = column === 'time' ? 'epoch(time)' : column
  const numbers = `, avg(${column}), stddev_samp(${column}), approx_quantile(${column}, [0.05, 0.25, 0.5, 0.75, 0.95])`
  return [
    `SELECT ${basic}${column === 'time' ? '' : numbers} FROM ${table}`,
    `SELECT histogram(least(19, floor((${value} - low) / (high - low) * 20))) FROM ${table}, (SELECT min(${value}) AS low, max(${value}) AS high FROM ${table})`,
  ]
}
