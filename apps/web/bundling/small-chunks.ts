import { build, type PluginOption, type Rolldown } from 'vite'

/** A chunk of a build without groups: the modules that the same pages and on-demand parts need. */
export type SmallChunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'isEntry' | 'imports' | 'dynamicImports' | 'moduleIds' | 'modules'
>

/** Builds the app without groups and without writing it. Only the bundler knows what each page really uses. */
export async function smallChunks(
  root: string,
  plugins: PluginOption[],
  optimization: Rolldown.OptimizationOptions,
): Promise<SmallChunk[]> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [...plugins, withoutStyles()],
    build: {
      target: 'es2023',
      write: false,
      modulePreload: false,
      rolldownOptions: { optimization, output: { codeSplitting: { groups: [] } } },
    },
  })
  return [output as Rolldown.RolldownOutput]
    .flat()
    .flatMap(({ output }) => output.filter((file) => file.type === 'chunk'))
}

function withoutStyles(): PluginOption {
  return {
    name: 'without-styles',
    enforce: 'pre',
    load: (id) => (id.split('?')[0]?.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
  }
}
