import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeUnusedCode } from './test-step.mjs'

it('removes compiled code that was not used for a week, of each version of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-compiled-'))
  const now = Date.parse('2026-05-20T12:00:00Z')
  const put = (path: string, usedAt: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
    utimesSync(join(folder, path), new Date(usedAt), new Date('2026-05-01T12:00:00Z'))
  }
  put('v24/used', '2026-05-15T12:00:00Z')
  put('v24/unused', '2026-05-12T12:00:00Z')
  put('v23/unused', '2026-05-02T12:00:00Z')

  removeUnusedCode(folder, now)

  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ name }) => name)).toEqual(['used'])
  removeUnusedCode(join(folder, 'missing'), now)
  rmSync(folder, { recursive: true })
})
