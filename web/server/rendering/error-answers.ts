/** The page for an unknown address (404) or a withdrawn one (410). Crawlers get no body. */
import { isBot } from '@lokalteil/domain/display/device'
import { readChrome } from './chrome.ts'
import { NO_STORE, UNINDEXED, VARY, type PageAnswer, type PageRequest, type PagesContext } from './pages-context.ts'
import { renderState } from './render-state.ts'
import type { RenderModule } from './renderer.ts'

export async function answerError(
  context: PagesContext,
  request: PageRequest,
  status: 404 | 410,
  toMessage: (texts: RenderModule['errorTexts']) => string,
): Promise<PageAnswer> {
  const headers = { 'cache-control': NO_STORE, 'x-cache': 'BYPASS', vary: VARY }
  if (isBot(request.userAgent)) return { status, headers: { ...headers, ...UNINDEXED }, page: null, body: '' }
  const render = await context.renderer.load()
  const chrome = await readChrome(context, request)
  const state = render.errorState(null, request.path, status, toMessage(render.errorTexts), chrome)
  const filled = await renderState(context, render, state, request, null)
  const { page } = await context.cache.bypass(async () => filled)
  return { status, headers: { ...filled.headers, ...headers }, page, body: '' }
}
