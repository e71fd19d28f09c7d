// Runs before the first paint, so that the page never flashes in the wrong theme or jumps when the sidebar is folded.
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

// Parses what the page carries while its scripts are on their way. With 300 rows that takes as long as drawing them.
document.addEventListener('readystatechange', () => {
  const carried = document.getElementById('first-replies')
  if (document.readyState === 'interactive' && carried) globalThis.firstReplies = JSON.parse(carried.textContent)
})
