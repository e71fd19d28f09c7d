// See src/lib/theme.ts
;(() => {
  const root = document.documentElement
  const read = (key, fallback) => {
    try {
      return localStorage.getItem(key) ?? fallback
    } catch {
      return fallback
    }
  }
  const wanted = read('platform-ui-theme', 'system')
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = read('density', 'default')
  document.querySelector('meta[name="theme-color"]').content = dark ? '#090e10' : '#f3f6f8'
})()

document.onreadystatechange = () => {
  const json = document.getElementById('preloaded-replies')?.textContent
  if (json && document.readyState === 'interactive') globalThis.preloadedReplies = JSON.parse(json)
}
