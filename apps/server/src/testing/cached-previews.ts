import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The program of the preview processes in tests. Tests start many processes. Without the compile cache, each would
 * spend half of its startup time on compiling modules. The program enables the cache itself, because the processes get
 * no environment variables.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.cache/compiled'))
await import('#features/previews/preview-child.ts')
