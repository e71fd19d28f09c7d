import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.MILLRACE_SERVER ?? 'http://127.0.0.1:3000'

/** A screen and its loader come together, so that the first page of all carries neither. */
const SPLIT: ('component' | 'loader' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[][] = [
  ['component', 'loader', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
]

/** What every page needs goes into one file: dozens of small ones compress badly and cost a round trip each. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|clsx|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(history|query-core|react-query|react-router|react-store|router-core|store)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /\/src\/lib\/(api|app-query-client|auth-paths|format|page|query-client|session|signed-out|theme|toast|use-local-storage|value)\.ts/,
  /\/src\/components\/ui\/(button|button-class|checkbox|field|input|logo|state-icon|wheel)\.tsx?/,
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', codeSplittingOptions: { defaultBehavior: SPLIT } }),
    react(),
    tailwindcss(),
    preloadTextFont(),
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: (id) => BASE.some((part) => part.test(id)) }] } },
    },
  },
  server: {
    // The server builds absolute links from the Host it sees, so the proxy leaves it as the browser sent it.
    proxy: Object.fromEntries(
      ['/api', '/health', '/previews', '/assets/preview'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
})

/** Starts the text font with the page; without it the file waits for the style sheet. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => /ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          }))
      },
    },
  }
}
