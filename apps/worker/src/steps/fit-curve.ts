import { writeFile } from 'node:fs/promises'
import { count, plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import { sqlNames, type TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { shownNumber } from '#report/html-report.ts'
import { CALIBRATION, LEVELS } from '#sample/small-tables.ts'
import { DEGREE_MAX, type Fit, fitPolynomial, fitSql, NumbersTooExtreme } from '#statistics/polynomial-fit.ts'
import { columnNamed, columnOfKind } from '#tables/choose-columns.ts'
import { COLUMN } from '#tables/column-parameters.ts'
import { warnOfMissingNumbers } from '#tables/missing-numbers.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { textSql } from '#tables/value-text.ts'
import { writeTable } from '#tables/write-table.ts'
import { fitFigure } from './fit/fit-figure.ts'
import { type FitColumns, firstMoment, type GroupFit, pointsSql, timeLabel, xSql } from './fit/fit-points.ts'
import { newNames } from './reshape/pivot-sql.ts'

const GROUPS_MAX = 20
const PLOTLY_MEDIA = 'application/vnd.plotly.v1+json'

const PARAMETERS = {
  x: {
    ...COLUMN,
    type: 'string',
    title: 'X',
    description: 'The independent variable: numbers or times.',
    'x-column-kind': ['number', 'time'],
  },
  y: { ...COLUMN, type: 'string', title: 'Y', description: 'The dependent variable.', 'x-column-kind': 'number' },
  degree: {
    type: 'integer',
    title: 'Degree',
    description: '1 is a straight line, 2 a parabola.',
    default: 1,
    minimum: 1,
    maximum: DEGREE_MAX,
  },
  group_by: {
    ...COLUMN,
    title: 'Group by',
    description: `Fits one curve per value of this column, for up to ${GROUPS_MAX} values.`,
  },
  confidence: {
    type: 'number',
    title: 'Confidence',
    description: 'Confidence level of the band and of the limits of the coefficients.',
    default: 95,
    minimum: 50,
    maximum: 99.9,
    'x-unit': '%',
  },
} as const

type Job = TableJob<typeof PARAMETERS>

export const fitCurve = tableStep({
  functionName: 'fit_curve',
  version: '1.1.16',
  deterministic: true,
  title: 'Fit a curve',
  shortDescription: 'Fits a straight line or polynomial to points, with confidence bands, coefficients and a plot.',
  longDescription: `Least squares: finds the line or polynomial of y over x with the smallest sum of squared distances. Rows with an empty cell in
x or y are left out of the fit; the log counts them. If x has times, the curve is fitted to the days since the first time,
so its slope is the change per day.

The result is the table with the fitted value, its confidence limits and the residual of each row. The coefficients have
their standard errors and confidence limits, and the plot shows points, curve and band. The band is for the curve, not
for single points. It assumes independent errors of equal size.`,
  categories: ['Tables', 'Statistics', 'Plots'],
  tasks: [
    'fit',
    'linear regression',
    'trend line',
    'trend over time',
    'rate per day',
    'polynomial',
    'calibration curve',
    'confidence band',
    'regression',
    'slope',
    'R squared',
  ],
  icon: 'chart-spline',
  showFirst: ['plot', 'equation', 'coefficients', 'fitted'],
  parameters: PARAMETERS,
  required: ['x', 'y'],
  output: { name: 'fitted', title: 'Table with fitted values', suffix: '_fitted' },
  further: [
    { name: 'coefficients', title: 'Coefficients', description: 'With standard errors.', mediaType: 'text/csv' },
    {
      name: 'plot',
      title: 'Figure',
      description: 'Points, curve and confidence band.',
      mediaType: PLOTLY_MEDIA,
    },
  ],
  figures: {
    equation: { type: 'string', title: 'Equation' },
    rSquared: { type: 'number', title: 'R²' },
    deviation: { type: 'number', title: 'Residual standard deviation' },
    curves: { type: 'integer', title: 'Curves' },
  },
  examples: [
    {
      title: 'Calibration curve of two sensors',
      parameters: { x: 'reference_c', y: 'reading_c', degree: 2, group_by: 'sensor' },
      inputs: { table: [CALIBRATION] },
    },
    {
      title: 'Discharge over level as a line',
      parameters: { x: 'level_cm', y: 'discharge_m3s' },
      inputs: { table: [LEVELS] },
    },
  ],
  async make(job) {
    const { context, log } = job
    const columns = await chosen(job)
    const { group, x, y } = columns
    await warnOfMissingNumbers(job.engine, job.table, { columns: [x, y], log })
    const fits = await fitsOf(job, columns)
    for (const { value, fit } of fits)
      log.info(
        `${group ? `${value ?? '(empty)'}: ` : ''}${equationOf(fit, columns)}; R² ${shownNumber(fit.rSquared)}, ${plural(fit.points, 'point')}.`,
      )
    await writeCoefficients(job, fits, group)
    const figure = await fitFigure(job, { ...columns, fits })
    const path = context.output('plot', { suffix: '_fit.plotly.json', mediaType: PLOTLY_MEDIA })
    await writeFile(path, JSON.stringify(figure))
    const [first] = fits
    const single =
      fits.length === 1 && first
        ? { equation: equationOf(first.fit, columns), rSquared: first.fit.rSquared, deviation: first.fit.deviation }
        : {}
    return { from: fittedSql(job, { ...columns, fits }), figures: { ...single, curves: fits.length } }
  },
})

async function chosen({ engine, table, parameters }: Job): Promise<FitColumns> {
  const column = async (name: 'x' | 'y') => {
    const wanted = parameters[name]
    if (!wanted) {
      const what = name === 'x' ? 'column with numbers or times' : 'numeric column'
      throw new StepError(`Choose a ${what} under “${name.toUpperCase()}”.`, { parameter: { name } })
    }
    const named = columnNamed(table, { name: wanted, parameter: name })
    if (name === 'x' && (named.kind === 'time' || named.mismatches?.wanted === 'time'))
      return columnOfKind(engine, table, { name: wanted, parameter: name, kind: 'time' })
    return columnOfKind(engine, table, { name: wanted, parameter: name, kind: 'number' })
  }
  const group = parameters.group_by
    ? columnNamed(table, { name: parameters.group_by, parameter: 'group_by' })
    : undefined
  const x = await column('x')
  const since = x.kind === 'time' ? await firstMoment(engine, table, x) : undefined
  return { x, y: await column('y'), group, since }
}

async function fitsOf(job: Job, columns: FitColumns): Promise<GroupFit[]> {
  const { engine, table, parameters, log } = job
  const { x, y, group } = columns
  const values = group
    ? await engine.rows<{ value: string | null }>(
        `SELECT ${textSql(group)} AS value FROM ${table.view} GROUP BY 1 ORDER BY 1 LIMIT ${GROUPS_MAX + 1}`,
      )
    : [{ value: null }]
  if (values.length > GROUPS_MAX)
    throw new StepError(
      `\`${group?.name}\` has more than ${GROUPS_MAX} different values. Choose a column with fewer values, or filter the rows first.`,
      { parameter: { name: 'group_by' } },
    )
  const fits: GroupFit[] = []
  let used = 0
  for (const { value } of values) {
    const options = { degree: parameters.degree, confidence: parameters.confidence / 100 }
    const fit = await fitPolynomial(engine, pointsSql(table, columns, value), options).catch((error: unknown) => {
      if (!(error instanceof NumbersTooExtreme)) throw error
      throw new StepError(
        `The values of \`${x.name}\` or \`${y.name}\` are too large, or too close together, to fit a curve. Rescale them with “Compute columns”.`,
        { parameter: { name: 'y' } },
      )
    })
    if (fit) fits.push({ value, fit })
    else
      log.warn(
        `${group ? `${value ?? '(empty)'}: ` : ''}too few different points for a curve of degree ${parameters.degree}.`,
      )
    used += fit?.points ?? 0
  }
  const leftOut = table.rows - used
  if (leftOut > 0)
    log.warn(
      `Left out ${plural(leftOut, 'row')} that ${leftOut === 1 ? 'has' : 'have'} no value in ${x.name} or ${y.name}${group ? ', or whose group has no curve' : ''}.`,
    )
  if (fits.length > 0) return fits
  throw new StepError(
    `${table.name} has too few different points for a curve of degree ${parameters.degree}: it takes at least ${count(parameters.degree + 2)} rows with values in \`${x.name}\` and \`${y.name}\`. Choose a lower degree or other columns.`,
    { parameter: { name: 'degree' } },
  )
}

function equationOf({ coefficients }: Fit, { x, y, since }: FitColumns): string {
  const over = since === undefined ? x.name : `days since ${timeLabel(since)}`
  const terms = coefficients.map(({ estimate }, power) => {
    const sign = estimate < 0 ? '− ' : power === 0 ? '' : '+ '
    const variable =
      power === 0 ? '' : ` · ${power > 1 && since !== undefined ? `(${over})` : over}${power === 1 ? '' : `^${power}`}`
    return `${sign}${shownNumber(Math.abs(estimate))}${variable}`
  })
  return `${y.name} = ${terms.join(' ')}`
}

async function writeCoefficients({ engine, context }: Job, fits: readonly GroupFit[], group: TableColumn | undefined) {
  const rows = fits.flatMap(({ value, fit }) =>
    fit.coefficients.map(({ estimate, error }, power) => {
      const half = fit.criticalT * error
      const own = group ? [value === null ? 'NULL' : sqlText(value)] : []
      const numbers = [estimate, error, estimate - half, estimate + half].map((one) => sqlDouble(one))
      return `(${[...own, power, ...numbers, sqlDouble(fit.rSquared), fit.points].join(', ')})`
    }),
  )
  const own = group ? [group] : []
  const names = ['power', 'estimate', 'standard_error', 'lower', 'upper', 'r_squared', 'points']
  const all = [...own.map(({ name }) => sqlName(name)), ...newNames(names, own)]
  const from = `(SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${all.join(', ')}))`
  await writeTable(engine, context, { slot: 'coefficients', from, suffix: '_coefficients', format: 'csv' })
}

function fittedSql({ table }: Job, { fits, ...columns }: FitColumns & { fits: readonly GroupFit[] }): string {
  const { y, group } = columns
  const value = xSql(columns)
  const own = group ? textSql(group) : ''
  const choice = (sql: (fit: Fit) => string) => {
    const cases = fits.map(({ value: key, fit }) => {
      const isGroup = !group ? 'true' : key === null ? `${own} IS NULL` : `${own} = ${sqlText(key)}`
      return `WHEN ${isGroup} AND isfinite(${value}) THEN ${sql(fit)}`
    })
    return `CASE ${cases.join(' ')} END`
  }
  const [fitted, lower, upper, residual] = newNames(['fitted', 'lower', 'upper', 'residual'], table.columns)
  const made = [
    `${choice((fit) => fitSql(fit, value).y)} AS ${fitted}`,
    `${choice((fit) => `${fitSql(fit, value).y} - ${fitSql(fit, value).half}`)} AS ${lower}`,
    `${choice((fit) => `${fitSql(fit, value).y} + ${fitSql(fit, value).half}`)} AS ${upper}`,
    `${sqlName(y.name)}::DOUBLE - ${choice((fit) => fitSql(fit, value).y)} AS ${residual}`,
  ]
  return `(SELECT ${[sqlNames(table.columns), ...made].join(', ')} FROM ${table.view})`
}
