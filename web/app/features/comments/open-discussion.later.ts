import { askForComments } from './first-comments.ts'

/** The first comments are asked for at the same time as the scripts that draw them. */
export async function openDiscussion(id: string) {
  const asked = askForComments(id)
  return (await import('./DiscussionRoom.lazy.tsx')).openRoom(asked)
}
