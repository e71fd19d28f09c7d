import type { Engine } from '@millrace/tables/engine'
import { sqlDouble } from '@millrace/tables/sql'
import { criticalT } from './student-t.ts'

/*
 * Least squares on a Chebyshev basis over the range of x. This basis keeps the equations well conditioned up to the
 * highest degree. The table engine computes the sums, so memory does not grow with the number of rows.
 */

/** A polynomial fitted over x from `low` to `high`, with the data for its confidence band. */
export interface Fit {
  points: number
  degree: number
  low: number
  high: number
  /** Weights of the Chebyshev polynomials, by degree. */
  weights: number[]
  /** Coefficients of 1, x, x² …, each with its standard error. */
  coefficients: { estimate: number; error: number }[]
  rSquared: number
  /** The standard deviation of the residuals. */
  deviation: number
  /** The inverse of the normal matrix. */
  inverse: number[][]
  criticalT: number
}

/** Thrown if squares of values, or results such as the slope, exceed the range of floating-point numbers. */
export class NumbersTooExtreme extends Error {}

/**
 * Fits y as a polynomial in x. `points` is a relation with the columns x and y, and `confidence` is a fraction, such as
 * 0.95. Undefined if there are too few distinct points. Throws NumbersTooExtreme if a result is not finite.
 */
export async function fitPolynomial(
  engine: Engine,
  points: string,
  { degree, confidence }: { degree: number; confidence: number },
): Promise<Fit | undefined> {
  const range = await engine.row<{ n: number; low: number | null; high: number | null; mean: number }>(
    `SELECT count(*) AS n, min(x) AS low, max(x) AS high, avg(y) AS mean FROM ${points}`,
  )
  const { n, low, high } = range
  if (low === null || high === null || low === high || n < degree + 2) return undefined
  if (!Number.isFinite(high - low)) throw new NumbersTooExtreme()
  const basis = basisSql(degree)
  const names = basis.map((_, at) => `b${at}`)
  const from = `(SELECT ${basis.map((sql, at) => `${sql} AS b${at}`).join(', ')}, y FROM (SELECT (2 * x - ${sqlDouble(low + high)}) / ${sqlDouble(high - low)} AS u, y FROM ${points}))`
  const products = names.flatMap((a, i) => names.slice(i).map((b) => `sum(${a} * ${b})`))
  const mixed = names.map((name) => `sum(${name} * (y - ${sqlDouble(range.mean)}))`)
  const { sums } = await engine.row<{ sums: number[] }>(
    `SELECT [${[...products, ...mixed].join(', ')}] AS sums FROM ${from}`,
  )
  const size = degree + 1
  const matrix = symmetric(sums, size)
  const inverse = inverted(matrix)
  if (!inverse) return undefined
  const right = sums.slice(products.length)
  const weights = inverse.map((row) => row.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0))
  weights[0] = (weights[0] ?? 0) + range.mean
  const fitted = names.map((name, at) => `${sqlDouble(weights[at] ?? 0)} * ${name}`).join(' + ')
  const { rss, tss } = await engine.row<{ rss: number; tss: number }>(
    `SELECT sum((y - (${fitted})) ** 2) AS rss, sum((y - ${sqlDouble(range.mean)}) ** 2) AS tss FROM ${from}`,
  )
  const deviation = Math.sqrt(rss / (n - size))
  const powers = powersOf(degree, low, high)
  const coefficients = powers.map((row) => ({
    estimate: dot(row, weights),
    error: deviation * Math.sqrt(Math.max(0, dot(row, times(inverse, row)))),
  }))
  const rSquared = tss > 0 ? 1 - rss / tss : 1
  const found = [rSquared, deviation, ...coefficients.flatMap(({ estimate, error }) => [estimate, error])]
  if (!found.every(Number.isFinite)) throw new NumbersTooExtreme()
  const t = criticalT(1 - confidence, n - size)
  return { points: n, degree, low, high, weights, coefficients, rSquared, deviation, inverse, criticalT: t }
}

/** Returns the fitted value at x and the half-widths of its confidence and prediction bands. */
export function valueAt(fit: Fit, x: number): { y: number; confidence: number; prediction: number } {
  const basis = chebyshev(fit.degree, (2 * x - fit.low - fit.high) / (fit.high - fit.low))
  const leverage = Math.max(0, dot(basis, times(fit.inverse, basis)))
  const half = fit.criticalT * fit.deviation
  return {
    y: dot(basis, fit.weights),
    confidence: half * Math.sqrt(leverage),
    prediction: half * Math.sqrt(1 + leverage),
  }
}

/** Returns SQL for the fitted value, and for the half-width of its confidence band, at the SQL expression `x`. */
export function fitSql(fit: Fit, x: string): { y: string; half: string } {
  const u = `((2 * (${x}) - ${sqlDouble(fit.low + fit.high)}) / ${sqlDouble(fit.high - fit.low)})`
  const basis = basisSql(fit.degree).map((sql) => `(${sql.replaceAll(/\bu\b/g, u)})`)
  const y = basis.map((sql, at) => `${sqlDouble(fit.weights[at] ?? 0)} * ${sql}`).join(' + ')
  const leverage = fit.inverse
    .flatMap((row, i) => row.map((value, j) => `${sqlDouble(value)} * ${basis[i]} * ${basis[j]}`))
    .join(' + ')
  return { y: `(${y})`, half: `(${sqlDouble(fit.criticalT * fit.deviation)} * sqrt(greatest(0, ${leverage})))` }
}

/** Returns the Chebyshev polynomials as SQL over the column u. */
function basisSql(degree: number): string[] {
  return CHEBYSHEV.slice(0, degree + 1).map((powers) => {
    const terms = powers.flatMap((factor, power) =>
      factor === 0 ? [] : [power === 0 ? `${factor}.0` : `${factor}.0 * ${Array(power).fill('u').join(' * ')}`],
    )
    return terms.join(' + ').replaceAll('+ -', '- ')
  })
}

/** Coefficients of 1, u, u² … in each Chebyshev polynomial. */
const CHEBYSHEV: readonly (readonly number[])[] = [
  [1],
  [0, 1],
  [-1, 0, 2],
  [0, -3, 0, 4],
  [1, 0, -8, 0, 8],
  [0, 5, 0, -20, 0, 16],
  [-1, 0, 18, 0, -48, 0, 32],
]

export const DEGREE_MAX = CHEBYSHEV.length - 1

function chebyshev(degree: number, u: number): number[] {
  return CHEBYSHEV.slice(0, degree + 1).map((powers) =>
    powers.reduce((sum, factor, power) => sum + factor * u ** power, 0),
  )
}

/** Returns the matrix that converts Chebyshev weights to the coefficients of 1, x, x² … */
function powersOf(degree: number, low: number, high: number): number[][] {
  const [slope, shift] = [2 / (high - low), -(low + high) / (high - low)]
  const contribution = (powers: readonly number[], k: number) =>
    powers.reduce(
      (sum, factor, power) => (power < k ? sum : sum + factor * binomial(power, k) * slope ** k * shift ** (power - k)),
      0,
    )
  const polynomials = CHEBYSHEV.slice(0, degree + 1)
  return polynomials.map((_, k) => polynomials.map((powers) => contribution(powers, k)))
}

function binomial(n: number, k: number): number {
  return Array.from({ length: k }, (_, at) => at).reduce((product, at) => (product * (n - at)) / (at + 1), 1)
}

/** Returns the symmetric matrix with this upper triangle, which is given row by row. */
function symmetric(triangle: readonly number[], size: number): number[][] {
  const place = (row: number, column: number) => row * size - (row * (row - 1)) / 2 + column - row
  const places = Array.from({ length: size }, (_, at) => at)
  return places.map((i) => places.map((j) => triangle[place(Math.min(i, j), Math.max(i, j))] ?? 0))
}

/** Inverts a matrix by Gauss-Jordan elimination with pivoting. Undefined if the matrix is singular. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const size = matrix.length
  const rows = matrix.map((row, at) => [...row, ...Array.from({ length: size }, (_, j) => (at === j ? 1 : 0))])
  for (let column = 0; column < size; column += 1) {
    const rest = rows.slice(column).map((row) => Math.abs(row[column] ?? 0))
    const pivot = column + rest.indexOf(Math.max(...rest))
    const [top, chosen] = [rows[column], rows[pivot]]
    if (!top || !chosen || Math.abs(chosen[column] ?? 0) < 1e-10) return undefined
    rows[pivot] = top
    const scaled = chosen.map((value) => value / (chosen[column] ?? 1))
    rows[column] = scaled
    for (const [at, row] of rows.entries()) {
      const factor = row[column] ?? 0
      if (at !== column) rows[at] = row.map((value, j) => value - factor * (scaled[j] ?? 0))
    }
  }
  return rows.map((row) => row.slice(size))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

function times(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => dot(row, vector))
}
