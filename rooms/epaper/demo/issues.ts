/** The demo's issues: those of a week, typeset in a worker thread from its articles when the demo is filled. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { toDayKey } from '@lokalteil/domain/german'
import { findPublication } from '@lokalteil/domain/publication/publications'
import { DEMO_PUBLICATIONS, type DemoCode } from '@lokalteil/demo/codes'
import { listIssueDays } from './issue-days.ts'
import type { PressAnswer, PressJob } from './press-worker.ts'

export type DemoIssue = { publication: DemoCode; edition: string; day: string; newest: string }

const EDITION = 'haupt'

type Known = { publication: DemoCode; days: readonly string[] }

/**
 * Issues to deliver: the newest of each publication first, then the others. `known`: days that exist already; a later
 * start completes the week of the first one and adds no other. `most`: number for each publication.
 */
export function listMissingIssues(known: readonly Known[], now: Date, most = Infinity): DemoIssue[] {
  const all = known.flatMap(({ publication, days }) => {
    const newest = listIssueDays(publication, days.toSorted().at(-1) ?? toDayKey(now))[0]!
    return listIssueDays(publication, newest)
      .slice(0, most)
      .filter((day) => !days.includes(day))
      .map((day, age): DemoIssue & { age: number } => ({ publication, edition: EDITION, day, newest, age }))
  })
  return all.toSorted((a, b) => a.age - b.age).map(({ age: _age, ...issue }) => issue)
}

export type IssuePress = {
  typeset: (issue: DemoIssue, paper: { name: string; claim: string }) => Promise<{ pdf: Uint8Array; zones: Uint8Array }>
  close: () => Promise<unknown>
}

/** `now`: time at which the demo is filled. */
export function openIssuePress(now: Date): IssuePress {
  const worker = new Worker(new URL('./press-worker.ts', import.meta.url))
  const today = toDayKey(now)
  return {
    async typeset({ publication: code, day, newest }, { name, claim }) {
      // A week begun on another day keeps the texts of that day.
      const isOfToday = newest === listIssueDays(code, today)[0]
      const filled = isOfToday ? now : new Date(`${newest}T11:00:00Z`)
      worker.postMessage({ code, day, newest, filled, paper: { name, claim } } satisfies PressJob)
      const [answer] = (await once(worker, 'message')) as [PressAnswer]
      return answer
    },
    close: () => worker.terminate(),
  }
}

type FilledEpaper = {
  listDays: (publication: string, edition: string) => Promise<string[]>
  deliver: (
    publication: string,
    issue: DemoIssue,
    files: { pdf: Uint8Array; zones: Uint8Array | null },
  ) => Promise<void>
}

/** Typesets and delivers the missing issues, the newest first. */
export async function fillIssues(epaper: FilledEpaper, now: Date, most: number): Promise<void> {
  const codes = DEMO_PUBLICATIONS.filter((code) => findPublication(code)?.hasEpaper === true)
  const known = await Promise.all(
    codes.map(async (publication) => ({ publication, days: await epaper.listDays(publication, EDITION) })),
  )
  const missing = listMissingIssues(known, now, most)
  if (missing.length === 0) return
  const press = openIssuePress(now)
  try {
    for (const issue of missing)
      await epaper.deliver(issue.publication, issue, await press.typeset(issue, findPublication(issue.publication)!))
  } finally {
    await press.close()
  }
}
