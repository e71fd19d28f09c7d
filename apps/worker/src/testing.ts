import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sqlText } from '@millrace/tables/sql'
import { onDuckDB } from '@millrace/tables/testing/duckdb'
import { type RunStepOptions, runStep, type Step, type StepOutcome } from '@millrace/worker-sdk'
import { onTestFinished } from 'vitest'

/** Files as text or bytes, keyed by name. A name may include a folder, as in `2024/levels.csv`. */
export type Files = Record<string, string | Uint8Array>

export interface Outcome extends StepOutcome {
  path(slot: string): string
  /** Returns the rows of a written table, with times as text. `at` selects a table if the slot has several. */
  rows(slot: string, at?: number): Promise<Record<string, unknown>[]>
  text(slot: string): Promise<string>
  json<T>(slot: string): Promise<T>
}

/** Creates a temporary folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-steps-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a step on files. If no slot is given, the files fill the step’s first slot. */
export async function runOn(
  step: Step,
  files: Files | Record<string, Files>,
  parameters: Record<string, unknown> = {},
): Promise<Outcome> {
  const folder = await testFolder()
  const inputs: RunStepOptions['inputs'] = {}
  const slots = isBySlot(files) ? files : { [step.inputs?.[0]?.name ?? '']: files }
  for (const [slot, own] of Object.entries(slots)) {
    inputs[slot] = await Promise.all(
      Object.entries(own).map(async ([name, content]) => {
        const [path, inside] = [join(folder, slot, name), dirname(name)]
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, content)
        return inside === '.' ? path : { path, folder: inside }
      }),
    )
  }
  const outcome = await runStep(step, { inputs, parameters, folder: join(folder, 'job') })
  const path = (name: string) => outcome.outputs.find((output) => output.slot === name)?.path ?? ''
  return {
    ...outcome,
    path,
    rows: (name, at = 0) => {
      const output = outcome.outputs.filter(({ slot }) => slot === name)[at]
      return readRows(output?.path ?? '', output?.mediaType ?? '')
    },
    text: (name) => readFile(path(name), 'utf8'),
    json: async (name) => JSON.parse(await readFile(path(name), 'utf8')),
  }
}

function isBySlot(files: Files | Record<string, Files>): files is Record<string, Files> {
  return Object.values(files).some((one) => typeof one === 'object' && !ArrayBuffer.isView(one))
}

async function readRows(path: string, mediaType: string): Promise<Record<string, unknown>[]> {
  const file = sqlText(path)
  const source = mediaType.includes('parquet') ? `read_parquet(${file})` : `read_csv(${file}, header = true)`
  const reader = await onDuckDB((connection) => connection.runAndReadAll(`FROM ${source}`))
  return reader
    .getRowObjectsJson()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isIntact(value) ? Number(value) : value])),
    )
}

/** Whether a text is an integer that a number represents exactly. The engine returns 64-bit integers as text. */
function isIntact(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value)
}

/**
 * Returns a table as a German data logger writes it: Latin-1 after a UTF-8 byte order mark, semicolons, decimal commas,
 * periods as thousands separators, a title, duplicate column names, a trailing delimiter on each line, a word for "no
 * value", a short row, a repeated row and an outage.
 */
export function messyCsv(): Uint8Array {
  const lines = ['# Pegel Köln, erzeugt von Logger 7', 'Zeit;Station;Höhe;Höhe;Abfluß;']
  for (let step = 0; step < 300; step += 1) {
    if (step >= 120 && step < 126) continue
    const day = String(1 + Math.floor(step / 96)).padStart(2, '0')
    const hour = String(Math.floor(step / 4) % 24).padStart(2, '0')
    const minute = String((step % 4) * 15).padStart(2, '0')
    const level = step === 50 ? 990 : 300 + 20 * Math.sin(step / 30)
    const flow = step % 40 === 7 ? 'k. A.' : `${(2000 + step).toLocaleString('de-DE')},5`
    const line = `${day}.03.2024 ${hour}:${minute};Köln;${level.toFixed(1).replace('.', ',')};${step};${flow};`
    lines.push(line)
    if (step === 200) lines.push(line)
    if (step === 210) lines.push('03.03.2024 04:31;Köln')
  }
  return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')])
}

/** Three rows from two stations, with a time, a text column and a number. */
export const SMALL = `timestamp,station,level_cm
2024-03-01 00:00,Köln,301.5
2024-03-01 00:00,Bonn,250.0
2024-03-01 00:15,Köln,302.5
`
