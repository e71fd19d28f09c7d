const callbacks = new Map<Element, () => void>()
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) callbacks.get(target)?.()
})
document.fonts.addEventListener('loadingdone', () => {
  for (const onChange of callbacks.values()) onChange()
})

/** Calls at once, whenever the element's size changes, and when fonts have arrived. One observer serves all. */
export function watchSize(element: Element, onChange: () => void): () => void {
  callbacks.set(element, onChange)
  observer.observe(element)
  onChange()
  return () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
}
