import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * The program of the preview processes of tests, which start many of them. Without environment variables, they would compile
 * their modules each time, which is half of their start.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.cache/compiled'))
await import('#features/previews/preview-child.ts')
