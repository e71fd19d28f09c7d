import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The program of the preview processes in tests. It enables the compile cache, which halves their startup time, itself,
 * because the processes get no environment variables.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.cache/compiled'))
await import('#features/previews/preview-child.ts')
