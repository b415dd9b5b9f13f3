/** The way from an article to its discussion. */
type Open = typeof import('./open-discussion.later.ts').openDiscussion

let open: Open | null = null

/** Once it is there: a script that must first be imported begins too late, because a browser waits with it for a finger's lift. */
export function provideRoom(given: Open): void {
  open = given
}

/** Begins at once where it can. Not `lazy`: React holds back for 300 ms what was first shown without it. */
export async function loadRoom(id: string): ReturnType<Open> {
  return (open ?? (await import('./open-discussion.later.ts')).openDiscussion)(id)
}
