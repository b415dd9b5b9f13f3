// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDraft, type ArticleDraft, type BodyItem } from '@lokalteil/contracts/content/records'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { leaveScreens, renderScreen, strg, TestRefusal, type, until } from '../../kit/office.testing.tsx'
import { ARTICLE, PREVIEW } from '../../messages/article.ts'
import ArticleScreen from './ArticleScreen.tsx'

const ENTRY: BodyItem = {
  type: 'liveEntry',
  id: 'e',
  label: '14.05 Uhr',
  time: '2026-11-19T13:05:00.000Z',
  headline: 'Tor',
  paragraphs: ['Eins zu null.'],
  isImportant: false,
}
const PERSON = { id: 'jonas', name: 'Jonas Kern' }

function toArticle(draft: ArticleDraft, change: Partial<OfficeArticle> = {}): OfficeArticle {
  return {
    id: '4711',
    title: draft.title,
    sectionPath: 'lokales',
    desk: 'draft',
    shown: 'never',
    path: '',
    source: '',
    contentRestriction: 'free',
    changedAt: '2026-11-28T10:00:00.000Z',
    changedBy: null,
    scheduledFor: null,
    notes: 0,
    hasUpdate: false,
    isRecalled: false,
    present: [],
    revision: 7,
    publishedRevision: null,
    publishedAt: null,
    draft,
    conflicts: [],
    openNotes: [],
    checks: { obstacles: [], hints: [] },
    undoMs: 0,
    ...change,
  }
}

type Save = { base: number; draft: ArticleDraft; isKept: boolean }
let saves: Save[] = []
let previews: { id: string; draft: ArticleDraft }[] = []

beforeEach(() => {
  saves = []
  previews = []
  // happy-dom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})
afterEach(leaveScreens)

async function open(change: Partial<OfficeArticle> = {}): Promise<HTMLElement> {
  const draft: ArticleDraft = {
    ...createDraft('live', 'lokales'),
    title: 'Deich hält',
    body: [{ type: 'paragraph', html: 'Das Wasser sinkt.' }, ENTRY],
  }
  const place = await renderScreen(<ArticleScreen code="ak" id="4711" />, (call, _query, body) => {
    if (call === 'GET /ak/articles/4711') return toArticle(draft, change)
    if (call === 'PUT /ak/articles/4711/draft') {
      saves.push(body as Save)
      const revision = 7 + saves.length
      return {
        revision,
        savedAt: '2026-11-28T10:00:00.000Z',
        draft: null,
        conflicts: [],
        checks: { obstacles: [], hints: [] },
      }
    }
    if (call === 'POST /ak/preview') {
      previews.push(body as (typeof previews)[number])
      // happy-dom loads no frames.
      return new TestRefusal(503, 'UNAVAILABLE')
    }
    if (call.endsWith('/revisions')) return { revisions: [], next: null }
    if (call.endsWith('/preview-links')) return { links: [] }
    return { suggestions: [] }
  })
  await until(() => expect(place.querySelector('[role="textbox"]')).not.toBeNull())
  return place
}

function headline(place: HTMLElement): HTMLTextAreaElement {
  const label = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === ARTICLE.headline)
  return document.getElementById(label!.htmlFor) as HTMLTextAreaElement
}

it('Strg+S in the text or a field saves at once and keeps the revision', async () => {
  const place = await open()
  const field = headline(place)
  field.focus()
  await type(field, 'Deich hält noch')
  expect(await strg('s')).toBe(false)
  // A save by itself, which may come in between, keeps no revision.
  const kept = () => saves.filter(({ isKept }) => isKept).map(({ draft }) => draft.title)
  await until(() => expect(kept()).toEqual(['Deich hält noch']))
  place.querySelector<HTMLElement>('[role="textbox"]')!.focus()
  expect(await strg('s')).toBe(false)
  await until(() => expect(kept()).toHaveLength(2))
})

it('Strg+S in an article of the bin saves nothing, and the browser does not save the page either', async () => {
  const place = await open({ desk: 'dropped' })
  expect(place.textContent).toContain(ARTICLE.inBin)
  expect(await strg('s')).toBe(false)
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(saves).toEqual([])
})

it('Strg+Umschalt+V opens the preview of the draft as it is on the screen, saved or not', async () => {
  const place = await open()
  const field = headline(place)
  field.focus()
  await type(field, 'Noch nicht gesichert')
  await strg('V', { shiftKey: true })
  await until(() => expect(previews).not.toHaveLength(0))
  expect(document.querySelector('[role="dialog"] h2')!.textContent).toBe(PREVIEW.title)
  expect(previews.at(-1)).toMatchObject({
    id: '4711',
    draft: { title: 'Noch nicht gesichert', body: [{ html: 'Das Wasser sinkt.' }, { id: 'e' }] },
  })
})

it('while another person has the pen, live entries stay editable and other blocks are read-only', async () => {
  const present = [{ person: PERSON, hasPen: true, since: '2026-11-28T10:00:00.000Z' }]
  const place = await open({ present })
  expect(place.textContent).toContain(ARTICLE.penIsOf(PERSON.name))
  const text = place.querySelector('[role="textbox"]')!
  expect(text.getAttribute('contenteditable')).toBe('true')
  expect([...text.querySelectorAll('button[data-edit]')]).toHaveLength(1)
  expect(place.querySelector('[role="toolbar"]')).not.toBeNull()
})
