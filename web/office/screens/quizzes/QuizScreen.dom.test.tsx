// @vitest-environment happy-dom
import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { QuizDraft, QuizRecord } from '@lokalteil/contracts/content/quiz-records'
import {
  click,
  leaveScreens,
  renderScreen,
  strg,
  TEST_ME,
  TestRefusal,
  type,
  until,
} from '../../kit/office.testing.tsx'
import { SAVING } from '../../messages/article.ts'
import { QUIZ, QUIZZES } from '../../messages/quizzes.ts'
import QuizList from './QuizList.tsx'
import QuizScreen from './QuizScreen.tsx'

const QUESTION = { text: 'Welcher Fluss?', picture: null, answers: ['Die Aue', 'Die Werla'], right: 1, explanation: '' }
const DRAFT: QuizDraft = {
  title: 'Die Region',
  teaser: '',
  picture: null,
  published: null,
  sectionPath: '',
  source: '',
  questions: [],
}
const PUBLISHER = { ...TEST_ME, grants: [{ ...TEST_ME.grants[0]!, mayPublish: true }] }

let quiz: QuizRecord
let saves: { base: number; draft: QuizDraft }[] = []
let calls: [string, unknown][] = []

beforeEach(() => {
  saves = []
  calls = []
  quiz = {
    slug: 'die-region',
    title: 'Die Region',
    source: '',
    state: 'never',
    published: null,
    isChanged: false,
    update: null,
    changedAt: '2026-11-28T10:00:00.000Z',
    changedBy: 'Mara Vogt',
    revision: 1,
    draft: DRAFT,
  }
})
afterEach(leaveScreens)

function answer(call: string, _query: URLSearchParams, body: unknown): unknown {
  const next = (part: Partial<QuizRecord>) => (quiz = { ...quiz, revision: quiz.revision + 1, ...part })
  if (call === 'GET /ak/quizzes/die-region') return quiz
  if (call === 'PUT /ak/quizzes/die-region/draft') {
    const save = body as (typeof saves)[number]
    if (save.base !== quiz.revision) return new TestRefusal(409, 'LATER_REVISION')
    saves.push(save)
    return next({ draft: save.draft, title: save.draft.title })
  }
  calls.push([call, body])
  if (call === 'POST /ak/quizzes/die-region/publish')
    return next({ state: 'shown', published: '2026-11-28T10:00:00.000Z', isChanged: false })
  if (call === 'POST /ak/quizzes/die-region/update')
    return next({ update: null, draft: { ...quiz.draft, title: 'dpa' } })
  if (call === 'POST /ak/quizzes') return quiz
  if (call === 'GET /ak/quizzes') return { quizzes: [quiz], page: 1, pages: 1, total: 1 }
  return { suggestions: [] }
}

async function open(draft: Partial<QuizDraft> = {}, me = PUBLISHER): Promise<HTMLElement> {
  quiz = { ...quiz, draft: { ...DRAFT, ...draft } }
  const place = await renderScreen(<QuizScreen code="ak" slug="die-region" />, answer, me)
  await until(() => expect(field(place, QUIZ.name)).not.toBeNull())
  return place
}

const field = (place: Element, label: string) => {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  return found === undefined ? null : (document.getElementById(found.htmlFor) as HTMLInputElement)
}
const button = (place: Element, name: string) =>
  [...place.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
const questions = (place: Element) => [...place.querySelectorAll<HTMLElement>('[data-question]')]

it('a quiz is written question by question, saved, and published as it was saved', async () => {
  const place = await open()
  await click(button(place, QUIZ.addQuestion))
  const [first] = questions(place)
  expect(document.activeElement).toBe(field(first!, QUIZ.text))
  await type(field(first!, QUIZ.text)!, 'Welcher Fluss?')
  await type(field(first!, QUIZ.answer(1))!, 'Die Aue')
  await type(field(first!, QUIZ.answer(2))!, 'Die Werla')
  await click(button(first!, QUIZ.addAnswer))
  expect(document.activeElement).toBe(field(first!, QUIZ.answer(3)))
  await type(field(first!, QUIZ.answer(3))!, 'Die Elbe')
  await click(first!.querySelectorAll('input[type=radio]')[1])
  await type(field(first!, QUIZ.explanation)!, 'Aue & Werla')
  await strg('s')
  await until(() => expect(saves).not.toHaveLength(0))
  await click(button(place, QUIZ.publish))
  await until(() => expect(place.textContent).toContain(QUIZ.published))
  expect(saves.at(-1)!.draft.questions).toEqual([
    { ...QUESTION, answers: ['Die Aue', 'Die Werla', 'Die Elbe'], explanation: 'Aue &amp; Werla' },
  ])
  expect(calls.at(-1)).toEqual(['POST /ak/quizzes/die-region/publish', { revision: quiz.revision - 1 }])
  expect(place.textContent).toContain(QUIZZES.states.shown)
})

it('publishing marks the missing parts beside their fields, and focuses the first of them', async () => {
  const place = await open({ questions: [{ ...QUESTION, text: '', answers: ['Die Aue', 'Die Aue'], right: null }] })
  expect(place.querySelector('[aria-invalid="true"]')).toBeNull()
  await click(button(place, QUIZ.publish))
  expect(calls.filter(([call]) => call.endsWith('/publish'))).toEqual([])
  const text = field(place, QUIZ.text)!
  expect(document.activeElement).toBe(text)
  expect(document.getElementById(text.getAttribute('aria-describedby')!)!.textContent).toBe(QUIZ.missing.text)
  for (const words of [QUIZ.gaps(3), QUIZ.twice, QUIZ.missing.right]) expect(place.textContent).toContain(words)
  await type(text, 'Welcher Fluss?')
  expect(place.textContent).not.toContain(QUIZ.missing.text)
  // happy-dom hides nothing that has the attribute `hidden`.
  const context = { include: [place], exclude: ['input[type=file]'] }
  const { violations } = await axe.run(context, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

it('questions move and go, and so does the right answer with the answers before it', async () => {
  const other = { ...QUESTION, text: 'Welcher Berg?' }
  const place = await open({ questions: [QUESTION, other] })
  await click(button(place, QUIZ.down(1)))
  const texts = () => questions(place).map((one) => field(one, QUIZ.text)!.value)
  expect(texts()).toEqual(['Welcher Berg?', 'Welcher Fluss?'])
  // The last one cannot go further down.
  expect(document.activeElement).toBe(button(place, QUIZ.up(2)))
  await click(button(place, QUIZ.remove(1)))
  expect(texts()).toEqual(['Welcher Fluss?'])
  await click(button(place, QUIZ.removeAnswer(1)))
  await strg('s')
  await until(() => expect(saves.at(-1)?.draft.questions).toEqual([{ ...QUESTION, answers: ['Die Werla'], right: 0 }]))
})

it('when another person saved meanwhile, the typed text stays until one of the two is chosen', async () => {
  const place = await open()
  quiz = { ...quiz, revision: 5, changedBy: 'Jonas Kern', draft: { ...DRAFT, title: 'Seine' } }
  await type(field(place, QUIZ.name)!, 'Meine')
  await strg('s')
  await until(() => expect(place.textContent).toContain(QUIZ.conflict('Jonas Kern')))
  expect(field(place, QUIZ.name)!.value).toBe('Meine')
  await click(button(place, SAVING.keepMine))
  await until(() => expect(saves).toMatchObject([{ base: 5, draft: { title: 'Meine' } }]))
})

it('who may not publish has no button for it', async () => {
  const place = await open({}, TEST_ME)
  expect(button(place, QUIZ.publish)).toBeUndefined()
  expect(place.textContent).toContain(QUIZ.toPublisher)
})

it('a quiz of a section that is not the person’s is only read', async () => {
  const me = { ...PUBLISHER, grants: [{ ...PUBLISHER.grants[0]!, sections: ['sport'] }] }
  const place = await open({ sectionPath: 'lokales' }, me)
  expect(place.textContent).toContain(QUIZ.readOnly)
  expect(button(place, QUIZ.publish)).toBeUndefined()
  expect(field(place, QUIZ.name)!.closest('fieldset')!.disabled).toBe(true)
})

it('a new version of the source becomes the draft when it is taken', async () => {
  quiz = { ...quiz, state: 'shown', update: { version: 7, kind: 'update' } }
  const place = await open()
  await click(button(place, QUIZ.take))
  await until(() => expect(field(place, QUIZ.name)!.value).toBe('dpa'))
  expect(calls.at(-1)).toEqual(['POST /ak/quizzes/die-region/update', { version: 7, isTaken: true }])
})

it('the list names state and person, and a new quiz needs a title and an address that is one', async () => {
  const place = await renderScreen(<QuizList code="ak" />, answer, PUBLISHER)
  await until(() => expect(place.querySelector('[data-row]')?.textContent).toBe('Die Region'))
  expect(place.querySelector('li')!.textContent).toContain(QUIZZES.states.never)
  await click(button(place, QUIZZES.begin))
  const dialog = document.querySelector('[role="dialog"]')!
  await type(field(dialog, QUIZZES.slug)!, 'Die Region')
  await click(button(dialog, QUIZZES.beginAct))
  expect(dialog.textContent).toContain(QUIZZES.noName)
  expect(dialog.textContent).toContain(QUIZZES.badSlug)
  await type(field(dialog, QUIZZES.name)!, 'Die Region')
  await type(field(dialog, QUIZZES.slug)!, 'die-region')
  await click(button(dialog, QUIZZES.beginAct))
  await until(() => expect(location.pathname).toBe('/redaktion/ak/quiz/die-region'))
  expect(calls).toContainEqual(['POST /ak/quizzes', { title: 'Die Region', slug: 'die-region' }])
})
