const CHANNEL = 'active-context'

/** Tells the other tabs of this browser, which share the session, that another context is active. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

/** Calls back when another tab has changed the context. Returns how to stop. */
export function listenToOtherTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = onChange
  return () => channel.close()
}
