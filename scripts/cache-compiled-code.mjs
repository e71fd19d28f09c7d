import { enableCompileCache, flushCompileCache } from 'node:module'
import { inRoot } from './lib/paths.mjs'

/*
 * Preloaded by child processes that start without environment variables, so that they reuse the code that earlier
 * processes have compiled. Most of these processes are killed, so the code is stored before they exit.
 */
enableCompileCache(inRoot('.cache', 'compiled'))
setTimeout(flushCompileCache, 1000).unref()
