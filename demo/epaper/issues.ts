/** The issues of the demo: typeset by `tools/typeset` from its own articles, with what stands where in them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCode } from '../codes.ts'

export type DemoIssue = { publication: DemoCode; edition: string; day: string }

export const DEMO_ISSUES: readonly DemoIssue[] = [
  { publication: 'ak', edition: 'haupt', day: '2026-11-23' },
  { publication: 'ak', edition: 'haupt', day: '2026-11-21' },
  { publication: 'fb', edition: 'haupt', day: '2026-11-23' },
  { publication: 'ht', edition: 'haupt', day: '2026-11-23' },
  { publication: 'la', edition: 'haupt', day: '2026-11-23' },
]

export async function readDemoIssue({ publication, day }: DemoIssue): Promise<{ pdf: Buffer; zones: Buffer }> {
  const base = join(import.meta.dirname, `${publication}-${day}`)
  return { pdf: await readFile(`${base}.pdf`), zones: await readFile(`${base}.zones.json`) }
}
