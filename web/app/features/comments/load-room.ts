/** Loads the discussion of an article. */
type Open = typeof import('./open-discussion.later.ts').openDiscussion

let open: Open | null = null

/**
 * Registers the loader once its script is there: an import during a touch would start only when the finger is lifted.
 */
export function provideRoom(given: Open): void {
  open = given
}

/** Starts at once. Not React's `lazy`, which delays content that follows a fallback by 300 ms. */
export async function loadRoom(id: string): ReturnType<Open> {
  return (open ?? (await import('./open-discussion.later.ts')).openDiscussion)(id)
}
