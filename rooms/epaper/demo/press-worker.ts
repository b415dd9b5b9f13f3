/**
 * Worker thread that typesets issues one after the other. Input: publication, day, and time at which the demo was
 * filled.
 */
import { parentPort } from 'node:worker_threads'
import type { DemoCode } from '@lokalteil/demo/codes'
import { listPrintable, type PrintedArticle } from './issue-articles.ts'
import { listIssueDays, toDeadline, toIssueNumber } from './issue-days.ts'
import {
  drawIssue,
  openPress,
  planPages,
  type Department,
  type IssuePlan,
  type Paper,
  type Setting,
} from './typeset.ts'

export type PressJob = {
  code: DemoCode
  newest: string
  day: string
  filled: Date
  paper: Omit<Paper, 'colour' | 'price'>
}
export type PressAnswer = { pdf: Uint8Array; zones: Uint8Array }

const COLOURS: Readonly<Record<DemoCode, string>> = { ak: '#0c5c4c', fb: '#0a5390', ht: '#7d1c2b', la: '#b04400' }
const PRICE = 'Einzelpreis 2,40 €'

/** Sections of each paper's front page; other pages take the rest. */
const FRONTS: Readonly<Record<DemoCode, readonly string[]>> = {
  ak: ['lokales/auenburg', 'politik', 'wirtschaft', 'hafen', 'blaulicht'],
  fb: ['hafen', 'lokales/hafenrode', 'lokales/untere-aue'],
  ht: ['lokales/huegelland', 'lokales/tannau', 'lokales/talheim'],
  la: ['lokales/talheim', 'lokales/huegelland', 'lokales/tannau'],
}
/** The newest issue has the most pages. */
const NEWEST: readonly Department[] = [
  { section: 'Region', paths: ['lokales', 'kommunalwahl-2027', 'blaulicht'] },
  { section: 'Politik und Wirtschaft', paths: ['politik', 'wirtschaft'] },
  { section: 'Sport', paths: ['sport'] },
  { section: 'Kultur und Wissen', paths: ['kultur', 'wissen', 'meinung'] },
  { section: 'Leben und Freizeit', paths: ['leben', 'freizeit', 'panorama', 'ratgeber'] },
]
const EARLIER: readonly Department[] = [
  { section: 'Region', paths: ['lokales', 'kommunalwahl-2027', 'blaulicht', 'hafen'] },
  { section: 'Politik und Wirtschaft', paths: ['politik', 'wirtschaft', 'meinung'] },
  { section: 'Sport und Kultur', paths: ['sport', 'kultur', 'wissen'] },
]

const press = openPress()
/** Keyed by publication and newest day. */
const planned = new Map<string, IssuePlan[]>()

async function plan({ code, newest, day, filled }: PressJob): Promise<IssuePlan> {
  const key = `${code} ${newest}`
  const week = planned.get(key) ?? planWeek((await press).setting, code, newest, filled)
  planned.set(key, week)
  return week.find((one) => one.day === day)!
}

/** An article is printed once. The oldest issue chooses first, because it has the fewest articles to choose from. */
function planWeek(setting: Setting, code: DemoCode, newest: string, filled: Date): IssuePlan[] {
  const all = listPrintable(code, filled)
  const used = new Set<PrintedArticle>()
  return listIssueDays(code, newest)
    .toReversed()
    .map((day): IssuePlan => {
      const deadline = toDeadline(day)
      const free = all.flatMap(({ at, article }) => (at <= deadline && !used.has(article) ? [article] : []))
      const departments = [{ section: 'Titelseite', paths: FRONTS[code] }, ...(day === newest ? NEWEST : EARLIER)]
      const left = [...free]
      const pages = planPages(setting, departments, left)
      for (const article of free) if (!left.includes(article)) used.add(article)
      return { day, number: toIssueNumber(code, day), pages }
    })
}

parentPort?.on('message', (job: PressJob) => {
  void (async () => {
    const paper: Paper = { ...job.paper, colour: COLOURS[job.code], price: PRICE }
    const { pdf, zones } = await drawIssue(await press, paper, await plan(job))
    parentPort!.postMessage({ pdf: new Uint8Array(pdf), zones: new Uint8Array(zones) } satisfies PressAnswer)
  })().catch((error: unknown) => {
    // The error ends the thread and reaches its owner.
    setImmediate(() => {
      throw error
    })
  })
})
