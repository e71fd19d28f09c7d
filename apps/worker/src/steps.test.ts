import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** A program that imports the steps and prints the npm packages that were loaded. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      packages.add(name)
      return next(url, context)
    },
  })
  await import('./steps.ts')
  console.log(JSON.stringify([...packages]))`

it('the process of a step loads no library that only few steps or files need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
  })

  const packages: unknown = JSON.parse(stdout)
  expect(packages).toContain('@duckdb/node-api')
  for (const name of ['jsdom', 'pdfkit', 'fontkit', '@resvg/resvg-js', 'apache-arrow'])
    expect(packages).not.toContain(name)
})
