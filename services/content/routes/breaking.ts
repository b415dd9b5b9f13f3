/** The bar of breaking news, for readers and for the office. */
import type { BreakingBar } from '@lokalteil/contracts/content'
import { bindNumbers } from '@lokalteil/domain/reading/no-break'
import { problem } from '../../platform/serve.ts'
import { closeBar, openBar, readBar, readBars, type Bar } from '../breaking.ts'
import type { ContentContext, PublicationContext, PublicHandler, RecordHandler } from '../context.ts'

export const getBreakingNews: PublicHandler<'getBreakingNews'> = async (content, { context }) => {
  const bar = await readBar(content, context)
  if (bar === null) return { item: null }
  const { article, line, by } = bar
  const item = {
    title: bindNumbers(line === '' ? article.title : line),
    target: article.path,
    publishDate: article.shown.toISOString(),
  }
  // Somebody of the office orders a message, and sees first how many it reaches.
  return { item: by !== null || article.is_written_here ? { ...item, isPushed: false as const } : item }
}

export const getBreaking: RecordHandler<'getBreaking'> = async (content, { context }) => {
  return toState(content, context)
}

export const setBreaking: RecordHandler<'setBreaking'> = async (content, { body, context }) => {
  const found = await openBar(content, context, { ...body, until: new Date(body.until) })
  return answer(content, context, found)
}

export const endBreaking: RecordHandler<'endBreaking'> = async (content, { body, context }) => {
  return answer(content, context, await closeBar(content, context, body))
}

async function answer(
  content: ContentContext,
  context: PublicationContext,
  found: Awaited<ReturnType<typeof openBar>>,
) {
  if (found.kind === 'not-shown') return problem(404, 'NOT_SHOWN', 'The publication does not show the article')
  if (found.kind === 'other') return problem(409, 'OTHER_BAR', 'Another article is in the bar by now')
  return { ...(await toState(content, context)), before: toBar(found.before) }
}

async function toState(content: ContentContext, context: PublicationContext) {
  const { bar, behind } = await readBars(content, context)
  return { bar: toBar(bar), behind: toBar(behind) }
}

function toBar(bar: Bar | null): BreakingBar | null {
  if (bar === null) return null
  const { article, line, since, until, by } = bar
  return {
    articleId: article.id,
    title: article.title,
    line,
    path: article.path,
    sectionPath: article.section_path,
    since: since.toISOString(),
    until: until.toISOString(),
    by,
  }
}
