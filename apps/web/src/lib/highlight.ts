import { createHighlighterCore, type HighlighterCore, type LanguageInput, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { Language } from './languages.ts'

const GRAMMARS: Record<Language, () => Promise<{ default: LanguageInput }>> = {
  json: () => import('shiki/langs/json.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  matlab: () => import('shiki/langs/matlab.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  'fortran-free-form': () => import('shiki/langs/fortran-free-form.mjs'),
  'fortran-fixed-form': () => import('shiki/langs/fortran-fixed-form.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  go: () => import('shiki/langs/go.mjs'),
}

/** Maximum length of a highlighted line. 140 kB of XML in one line blocked the page for more than 15 s. */
const LINE_COLORED = 5000

let highlighter: Promise<HighlighterCore> | undefined

/** Uses no WebAssembly, which the page’s Content Security Policy forbids. */
function theHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [import('shiki/themes/github-light-default.mjs'), import('shiki/themes/dark-plus.mjs')],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return highlighter
}

/** Keywords are purple in the light theme, because red stands for errors. */
const WITHOUT_RED = { '#cf222e': '#6639ba' }

/** Splits text into lines of tokens with colors for both themes: `--shiki-light` and `--shiki-dark`. */
export type Tokenize = (text: string) => ThemedToken[][]

/** Loads a language and returns a function that tokenizes text in it. */
export async function tokenizerOf(language: Language): Promise<Tokenize> {
  const shiki = await theHighlighter()
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage((await GRAMMARS[language]()).default)
  return (text) =>
    shiki.codeToTokens(text, {
      lang: language,
      themes: { light: 'github-light-default', dark: 'dark-plus' },
      defaultColor: false,
      colorReplacements: { 'github-light-default': WITHOUT_RED },
      tokenizeMaxLineLength: LINE_COLORED,
    }).tokens
}
