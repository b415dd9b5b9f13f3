import { describe, expect, it } from 'vitest'
import { Block } from '@lokalteil/contracts/content'
import { FrontBlock } from '@lokalteil/contracts/publication/front'
import { BLOCK_SOURCES, toBlockSamples } from './block-samples.ts'

const NOW = '2026-11-21T12:00:00.000Z'

describe('samples of blocks', () => {
  it('have lines that front.yaml accepts', () => {
    for (const source of Object.values(BLOCK_SOURCES)) expect(FrontBlock.parse(source)).toMatchObject(source)
  })

  it('are complete without any content', () => {
    const samples = toBlockSamples([], NOW)
    expect(samples.length).toBeGreaterThanOrEqual(16)
    for (const { kind, block } of samples) expect(Block.parse(block)).toEqual({ ...block, kind })
  })

  it('show the blocks of a front, and its articles in the others', () => {
    const lead = toBlockSamples([], NOW)[0]!.block
    if (lead.kind !== 'lead') throw new Error('The first is another one')
    const own = { ...lead.teaser, documentId: '901', title: 'Vom Tage', img: PICTURE }
    const newsletter: Block = { kind: 'newsletter', title: 'Der Abend', text: '', target: '/' }
    const samples = toBlockSamples([newsletter, { kind: 'list', title: '', target: '', teasers: [own] }], NOW)
    expect(samples.find(({ kind }) => kind === 'newsletter')?.block).toBe(newsletter)
    expect(samples.find(({ kind }) => kind === 'lead')?.block).toMatchObject({ teaser: { title: 'Vom Tage' } })
  })
})

const PICTURE = {
  baseUrl: '/demo/x.jpg',
  cropVal: '16:9',
  altText: '',
  width: 1600,
  height: 1000,
  credit: '',
  caption: '',
  colour: null,
}
