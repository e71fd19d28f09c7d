import { FindIdenticalJobParameters, RapidJobSetupParameters, StartSweepParameters } from '@millrace/contracts/jobs'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { actionParameters } from '#http/valid.ts'
import { parseJson } from '#json-text.ts'
import { invalid, Problem } from '#problem.ts'
import type { RapidSetup, SweepSetup } from './jobs.rules.ts'

/** Reads the body of RapidSetup. The step's own parameters arrive as a JSON string. */
export async function readRapidSetup(c: Context<AppEnv>): Promise<RapidSetup> {
  const { Parameters, ...input } = await actionParameters(c, 'RapidJobSetupParameters', RapidJobSetupParameters)
  return { ...input, ...(Parameters && { Parameters: parsed(Parameters) }) }
}

/** Reads the setup for which an identical job is looked up. */
export async function readIdenticalJob(c: Context<AppEnv>): Promise<Omit<RapidSetup, 'Name'>> {
  const name = 'FindIdenticalJobParameters'
  const { Parameters, ...input } = await actionParameters(c, name, FindIdenticalJobParameters)
  return { ...input, ...(Parameters && { Parameters: parsed(Parameters) }) }
}

export async function readSweep(c: Context<AppEnv>): Promise<SweepSetup> {
  const { Parameters, ...input } = await actionParameters(c, 'StartSweepParameters', StartSweepParameters)
  return { ...input, ...(Parameters && { Parameters: parsed(Parameters) }) }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw invalid([{ pointer: '/Parameters', message: error.message.replace(/^The body/, 'This text') }])
  }
}
