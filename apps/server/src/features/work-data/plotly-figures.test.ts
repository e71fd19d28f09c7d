import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isPlotlyFigure } from './plotly-figures.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-figures-'))
afterAll(() => rm(folder, { recursive: true }))

async function isFigure(text: string): Promise<boolean> {
  const file = path.join(folder, 'figure.json')
  await writeFile(file, text)
  return isPlotlyFigure(file, text.slice(0, 4100))
}

const START = '{"data":[{"text":"'
const END = '","type":"scatter"}],"layout":{}}'
const PIECE = 65_536

describe('a Plotly figure', () => {
  it('is recognized wherever its chunks begin', async () => {
    const found: boolean[] = []
    for (let cut = 0; cut <= END.length; cut += 1) {
      found.push(await isFigure(START + 'x'.repeat(2 * PIECE - START.length - cut) + END))
    }

    expect(new Set(found)).toEqual(new Set([true]))
  })

  it('has traces of a known type and a layout', async () => {
    expect(await isFigure(`${START}x"}],"layout":{}}`)).toBe(false)
    expect(await isFigure(`${START}x","type":"scatter"}]}`)).toBe(false)
    expect(await isFigure(`{"rows":[],${END.slice(2)}`)).toBe(false)
  })
})
