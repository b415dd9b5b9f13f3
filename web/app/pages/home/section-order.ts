/**
 * Orders home's sections by this reader's visits (S4.7-03): on the client, because the page is the same for all. The
 * first blocks and blocks that are no section stay; nothing in view moves. Two sections of one name are never
 * neighbours: if the visits would cause that, the editors' order stays.
 */
import { useEffect, useState } from 'react'
import type { Block } from '@lokalteil/contracts/content'
import { parseSectionVisits, SECTION_VISITS, sortByVisits, type SectionVisits } from '@lokalteil/domain/reading/visits'
import { readCookie } from '../../browser/consent/cookies.ts'

/** The first blocks stay as the editors arranged them. */
const FIXED = 4
const SECTION_KINDS: ReadonlySet<Block['kind']> = new Set(['twoUp', 'threeUp', 'fourUp', 'list', 'feature'])

export function orderSections(blocks: readonly Block[], visits: SectionVisits): readonly Block[] {
  const places = blocks.flatMap((block, index) =>
    index >= FIXED && SECTION_KINDS.has(block.kind) && sectionOf(block) !== '' ? [index] : [],
  )
  const sorted = sortByVisits(
    places.map((index) => blocks[index]!),
    sectionOf,
    visits,
  )
  const ordered = [...blocks]
  for (const index of places) {
    const below = places.includes(index + 1) ? undefined : ordered[index + 1]
    const beside = new Set([ordered[index - 1], below].map(titleOf).filter((title) => title !== null))
    const at = sorted.findIndex((block) => !beside.has(titleOf(block) ?? ''))
    if (at === -1) return blocks
    ordered[index] = sorted.splice(at, 1)[0]!
  }
  return ordered
}

function titleOf(block: Block | undefined): string | null {
  return block !== undefined && 'title' in block && block.title !== '' ? block.title : null
}

function sectionOf(block: Block): string {
  return 'target' in block && block.target.startsWith('/') ? (block.target.split('/')[1] ?? '') : ''
}

export function useSectionOrder(blocks: readonly Block[]): readonly Block[] {
  const [visits, setVisits] = useState<SectionVisits>({})
  useEffect(() => {
    const known = parseSectionVisits(readCookie(SECTION_VISITS.cookie))
    // Without visits nothing is rendered again.
    if (window.scrollY < 100 && Object.keys(known).length > 0) setVisits(known)
  }, [])
  return Object.keys(visits).length === 0 ? blocks : orderSections(blocks, visits)
}
