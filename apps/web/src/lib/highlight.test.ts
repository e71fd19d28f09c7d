import { describe, expect, it } from 'vitest'
import { tokenizerOf } from './highlight.ts'
import { LANGUAGES, languageOf } from './languages.ts'

const LINES: [name: string, text: string][] = [
  ['main.c', 'int main(void) { return 0; }'],
  ['grid.hpp', 'template <class T> class Grid { T value = 1; };'],
  ['model.f90', 'integer :: n = 3'],
  ['old.f', "      PRINT *, 'levels'"],
  ['fit.jl', 'function f(x) return x + 1 end'],
  ['Gauge.java', 'public class Gauge { int level = 3; }'],
  ['page.css', 'p { color: red; }'],
  ['run.ini', '[logger]\nrate = 15'],
  ['lib.rs', 'fn main() { let x = 1; }'],
  ['main.go', 'func main() { return }'],
  ['plot.m', "disp('levels')"],
]

describe('the colors of code', () => {
  it.each(LINES)('are those of its language: %s', async (name, text) => {
    const language = languageOf({ mediaType: 'text/plain', name })
    const tokenize = await tokenizerOf(language!)

    const tokens = tokenize(text).flat()

    const colors = new Set(tokens.map(({ htmlStyle }) => htmlStyle?.['--shiki-light']))
    expect(colors.size).toBeGreaterThan(1)
    expect(tokens.map(({ content }) => content).join('')).toBe(text.replace('\n', ''))
  })

  it('are not the red of errors for keywords', async () => {
    const tokenize = await tokenizerOf('sql')

    const [select] = tokenize('select 1').flat()

    expect(select).toMatchObject({ content: 'select', htmlStyle: { '--shiki-light': '#6639ba' } })
  })

  it.each(LANGUAGES)('can be computed for %s', async (language) => {
    const tokenize = await tokenizerOf(language)

    expect(tokenize('x = 1').flat().length).toBeGreaterThan(0)
  })
})
