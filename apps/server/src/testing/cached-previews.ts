import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The program of the preview processes in tests. The compile cache halves their startup time. It is enabled here,
 * because these processes get no environment variables.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.cache/compiled'))
await import('#features/previews/preview-child.ts')
