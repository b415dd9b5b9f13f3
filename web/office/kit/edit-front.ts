/** One edit of a front from elsewhere in the office: at once on the page, unless somebody has a draft of it. */
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import { Refusal, type DeskAsk } from './client.ts'
import { keepOff } from './front-edits.ts'
import { usualOffEnd } from './front-ends.ts'

/** Whether it is on the page. Somebody's unfinished draft is not published by it: then it stands in the draft. */
export async function editFront(
  ask: DeskAsk,
  path: string,
  change: (front: OfficeFront) => FrontEdit[],
): Promise<boolean> {
  const front = await ask('getFront', { query: { path } })
  const { revision } = await ask('saveFrontDraft', { body: { path, was: front.edits, edits: change(front) } })
  if (front.draft !== null) return false
  try {
    await ask('publishFront', { body: { path, revision } })
    return true
  } catch (error) {
    // Somebody began a draft meanwhile.
    if (error instanceof Refusal && error.code === 'LATER_REVISION') return false
    throw error
  }
}

/** Keeps articles off the home page for a week. */
export function keepOffHome(ask: DeskAsk, articles: readonly string[]): Promise<boolean> {
  return editFront(ask, '', ({ edits }) =>
    articles.reduce<FrontEdit[]>((list, article) => keepOff(list, article, null, usualOffEnd()), edits),
  )
}
