/** The check of a value needs more steps than it may take. */
export class BudgetUsedUp extends Error {
  override name = 'BudgetUsedUp'
}

/** Schema and value are nested more deeply than they may be. */
export class TooDeep extends Error {
  override name = 'TooDeep'
}

/** Measured on a 2-core server, this many steps take about 50 ms. A typical check takes a few hundred. */
const STEPS = 500_000
const DEPTH = 400
const CHARACTERS_PER_STEP = 16

/**
 * Limits the work of one check. Schemas and values are untrusted, and a small schema can demand an enormous amount of
 * work: a list of choices for each of many items, or references that branch and branch again. Steps are counted rather
 * than timed, so that a check has the same outcome on every machine, in the server and in the form.
 */
export class Budget {
  private readonly total: number
  private steps: number
  private depth = 0

  constructor(steps = STEPS) {
    this.total = steps
    this.steps = steps
  }

  /** How many steps were taken, or would have been if there were enough. */
  get spent(): number {
    return this.total - this.steps
  }

  get isUsedUp(): boolean {
    return this.steps < 0
  }

  spend(steps = 1): void {
    this.steps -= steps
    if (this.steps < 0) throw new BudgetUsedUp('The step budget is used up.')
  }

  /** Spends what it takes to read a text once. */
  read(length: number): void {
    this.spend(stepsToRead(length))
  }

  /** The same, but if the budget is exceeded, only the next step fails. */
  charge(length: number): void {
    this.steps -= stepsToRead(length)
  }

  /** Runs work one level deeper. */
  within(work: () => void): void {
    this.spend()
    this.depth += 1
    if (this.depth > DEPTH) throw new TooDeep('The nesting is too deep.')
    work()
    this.depth -= 1
  }
}

function stepsToRead(length: number): number {
  return 1 + Math.ceil(length / CHARACTERS_PER_STEP)
}
