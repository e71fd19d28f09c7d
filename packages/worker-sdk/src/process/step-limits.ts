/** Resource limits of a step's process. Infinity means unlimited. */
export interface StepLimits {
  /** Resident memory of the process and all its descendants. */
  memoryBytes: number
  /** All files that the step writes: results, temporary files, and data that the table engine spills from memory. */
  diskBytes: number
  /** Number of processes, including all descendants. */
  processes: number
  /** If false, and if the system supports it, steps cannot reach other machines or ports of this machine. */
  hasNetwork: boolean
}

/**
 * Reads the limits from the worker's environment. By default, steps have no limits and can use the network. Throws if a
 * value is invalid.
 */
export function limitsFrom(env: NodeJS.ProcessEnv): StepLimits {
  return {
    memoryBytes: numberFrom(env, 'STEP_MEMORY_MB', 'megabytes') * 1e6,
    diskBytes: numberFrom(env, 'STEP_DISK_MB', 'megabytes') * 1e6,
    processes: numberFrom(env, 'STEP_PROCESSES', 'processes'),
    hasNetwork: networkFrom(env),
  }
}

function numberFrom(env: NodeJS.ProcessEnv, name: string, of: string): number {
  const text = env[name]
  if (!text) return Number.POSITIVE_INFINITY
  const value = Number(text)
  if (value > 0) return value
  throw new Error(`${name} is "${text}", but must be a number of ${of}.`)
}

function networkFrom(env: NodeJS.ProcessEnv): boolean {
  const text = env.STEP_NETWORK || 'on'
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error(`STEP_NETWORK is "${text}", but must be "on" or "off".`)
}

export function memoryLimitMessage({ memoryBytes }: StepLimits): string {
  return `The step needed more than ${sizeText(memoryBytes)} of memory, the limit of this worker. Process less data per job, or ask its operator to raise STEP_MEMORY_MB.`
}

export function diskLimitMessage({ diskBytes }: StepLimits): string {
  return `The step wrote more than ${sizeText(diskBytes)} of results and temporary files, the limit of this worker. Process less data per job, or ask its operator to raise STEP_DISK_MB.`
}

export function processLimitMessage({ processes }: StepLimits): string {
  return `The step started more than ${processes} processes, the limit of this worker. Ask its operator to raise STEP_PROCESSES.`
}

/** Returns the message for results that exceed the remaining storage of the owner. */
export function storageLimitMessage(storageBytes: number): string {
  return `The results do not fit: this account had only ${sizeText(storageBytes)} of storage left when the job started. Delete work data that you no longer need, or ask an administrator for a larger plan.`
}

function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${Math.round(bytes / 1e8) / 10} GB`
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e3)} kB`
}
