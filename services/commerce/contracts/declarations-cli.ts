/**
 * `npx lokalteil declarations`: cancellations and withdrawals that readers filed at /kuendigen and /widerrufen. A declaration
 * ends nothing by itself: the office ends the contract (`customers cancel`, `billing withdraw`) and says so here.
 */
import type { Declared } from '@lokalteil/contracts/commerce'
import { CONTRACT_RIGHTS, listReceiptFacts, type ContractReceipt } from '@lokalteil/domain/commerce/contract-rights'
import { formatDateTime } from '@lokalteil/domain/german'
import { defineNoun } from '../../platform/commands/command.ts'
import { say, type Done } from '../../platform/commands/reach.ts'
import type { Terminal } from '../../platform/commands/call.ts'
import { PLATFORM, type Platform } from '../cli-platform.ts'

const PAGE = 500

const toRight = (text: string | undefined) => CONTRACT_RIGHTS.find((one) => one === text)

export const runDeclarations = defineNoun({
  name: 'declarations',
  reach: PLATFORM,
  words: {
    NUMBER: {
      is: 'the number on the receipt, like K-2026-7Q4F-MX2D',
      fits: /^[KW]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/,
    },
    RIGHT: { is: CONTRACT_RIGHTS.join(' or '), fits: (text) => toRight(text) !== undefined },
  },
  options: { all: 'also what was dealt with', note: 'what was done; it is kept with the declaration' },
  verbs: {
    'list [--all] [--right RIGHT]': {
      about: 'what waits, oldest first',
      ask: (platform, given, { terminal }) => list(platform, given, terminal),
    },
    'done NUMBER --note TEXT': {
      about: 'says that the office has ended the contract, or why not',
      ask: (platform, { number, note }) =>
        say(platform.handleDeclaration({ params: { number }, body: { note: note.trim() } }), toText),
    },
  },
})

async function list(platform: Platform, given: { all?: true; right?: string }, terminal: Terminal): Promise<Done> {
  const open = given.all ? undefined : 'true'
  const right = toRight(given.right)
  let after = 0
  let count = 0
  for (;;) {
    const page = await platform.listDeclarations({ query: { right, open, after, limit: PAGE } })
    if (!page.ok) return page
    for (const declared of page.data) terminal.out(`${toText(declared)}\n\n`)
    count += page.data.length
    after = page.data.at(-1)?.sequence ?? after
    if (page.data.length < PAGE) break
  }
  return `${count} declarations${open === undefined ? '' : ' wait'}`
}

function toText(declared: Declared): string {
  const receipt = { ...declared, receivedAt: new Date(declared.receivedAt) } as ContractReceipt
  const facts = listReceiptFacts(receipt).map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
  const state =
    declared.handledAt === null
      ? 'Offen'
      : `Erledigt: ${formatDateTime(new Date(declared.handledAt))}, ${declared.note ?? ''}`
  return [...facts, state].join('\n')
}
