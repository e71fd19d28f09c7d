/** Thrown if the check of a value needs more steps than its budget allows. */
export class BudgetUsedUp extends Error {
  override name = 'BudgetUsedUp'
}

/** Thrown if schema and value are nested too deeply. */
export class TooDeep extends Error {
  override name = 'TooDeep'
}

/** Maximum number of steps of a check, about 50 ms on a 2-core server. A typical check takes a few hundred steps. */
const STEPS = 500_000
const DEPTH = 400
const CHARACTERS_PER_STEP = 16

/**
 * Limits the work of one check. Schemas and values are untrusted, and a small schema can demand an enormous amount of
 * work, for example with many choices for each of many items, or with references that branch at every level. Steps are
 * counted rather than timed, so a check has the same outcome on every machine, on the server and in the form.
 */
export class Budget {
  private readonly total: number
  private steps: number
  private depth = 0

  constructor(steps = STEPS) {
    this.total = steps
    this.steps = steps
  }

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

  read(length: number): void {
    this.spend(stepsToRead(length))
  }

  /** Spends the same number of steps as `read`, but never throws. If the budget is used up, the next `spend` throws. */
  charge(length: number): void {
    this.steps -= stepsToRead(length)
  }

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
