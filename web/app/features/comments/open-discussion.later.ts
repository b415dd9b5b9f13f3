import { askForComments } from './first-comments.ts'

/** Loads the first comments in parallel with the scripts that draw them. */
export async function openDiscussion(id: string) {
  const asked = askForComments(id)
  return (await import('./DiscussionRoom.lazy.tsx')).openRoom(asked)
}
