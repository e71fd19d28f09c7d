import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.MILLRACE_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react' }), react(), tailwindcss(), preloadTextFont()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
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
