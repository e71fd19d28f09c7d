type Topic = 'context-changed' | 'signed-out'

/** Reports a topic to the other tabs of this browser. */
export function tellOtherTabs(topic: Topic): void {
  const channel = new BroadcastChannel(topic)
  channel.postMessage(null)
  channel.close()
}

/** Calls back when another tab reports the topic. Returns a function that stops this. */
export function listenToOtherTabs(topic: Topic, onMessage: () => void): () => void {
  const channel = new BroadcastChannel(topic)
  channel.onmessage = onMessage
  return () => channel.close()
}
