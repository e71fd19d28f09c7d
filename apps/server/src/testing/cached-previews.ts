import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The program of the preview processes in tests, which start many of them. It enables the compile cache itself, because
 * the processes get no environment variables. Otherwise each would compile its modules again, which takes half of its
 * startup time.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.cache/compiled'))
await import('#features/previews/preview-child.ts')
