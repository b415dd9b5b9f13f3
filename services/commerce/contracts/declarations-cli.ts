/**
 * `npm run declarations -- list|done PUBLICATION …`: cancellations and withdrawals that readers filed at /kuendigen and
 * /widerrufen. Asks a running portal with its service key; without one the database directly. A declaration ends nothing by
 * itself: the office ends the contract (`npm run customers -- cancel`, `npm run billing -- withdraw`) and says so here.
 * Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import type { Declared } from '@lokalteil/contracts/commerce'
import { CONTRACT_RIGHTS, listReceiptFacts, type ContractReceipt } from '@lokalteil/domain/commerce/contract-rights'
import { formatDateTime } from '@lokalteil/domain/german'
import { toCode } from '@lokalteil/domain/publication/publications'
import { parseCommand, refuse, runProgram, type Environment, type Terminal } from '../../platform/operator-command.ts'
import { withPlatform, type Platform } from '../cli-platform.ts'

const USAGE = `Usage: npm run declarations -- list PUBLICATION [--all] [--right cancellation|withdrawal]
       npm run declarations -- done PUBLICATION NUMBER --note TEXT

PUBLICATION is the code of one; NUMBER is on the receipt, like K-2026-7Q4F-MX2D. 'list' says what waits,
oldest first, with --all what was dealt with as well; 'done' says that the office has ended the contract, or why not.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

const PAGE = 500

export async function runDeclarations(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const text = { type: 'string' } as const
  const parsed = parseCommand(args, { right: text, note: text, all: { type: 'boolean' } }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', code = '', number = ''] = positionals
  if (verb !== 'list' && verb !== 'done') return wrong(verb === '' ? 'What is to be done?' : `There is no "${verb}".`)
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const right = CONTRACT_RIGHTS.find((one) => one === values.right)
  if (values.right !== undefined && right === undefined) return wrong(`--right is ${CONTRACT_RIGHTS.join(' or ')}.`)
  const note = values.note?.trim() ?? ''
  if (verb === 'done') {
    if (!/^[KW]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(number))
      return wrong('Which declaration? A number like K-2026-7Q4F-MX2D.')
    if (note === '') return wrong('What was done? Give --note, it is kept with the declaration.')
  }

  const done = await withPlatform(
    { mandator, environment, url: values.url, key: values.key, keeps: 'declarations' },
    (platform) => platform.listDeclarations({ query: { limit: 1 } }),
    async (platform) => {
      if (verb === 'done') {
        const handled = await platform.handleDeclaration({ params: { number }, body: { note } })
        if (!handled.ok) return refuse({ terminal }, handled)
        terminal.out(toText(handled.data))
        return 0
      }
      return list(platform, { right, open: values.all === true ? undefined : 'true' }, terminal)
    },
  )
  return typeof done === 'string' ? wrong(done) : done
}

async function list(
  platform: Platform,
  query: { right: Declared['right'] | undefined; open: 'true' | undefined },
  terminal: Terminal,
): Promise<0 | 1> {
  let after = 0
  let count = 0
  for (;;) {
    const page = await platform.listDeclarations({ query: { ...query, after, limit: PAGE } })
    if (!page.ok) return refuse({ terminal }, page)
    for (const declared of page.data) terminal.out(`${toText(declared)}\n`)
    count += page.data.length
    after = page.data.at(-1)?.sequence ?? after
    if (page.data.length < PAGE) break
  }
  terminal.out(`${count} declarations${query.open === undefined ? '' : ' wait'}\n`)
  return 0
}

function toText(declared: Declared): string {
  const receipt = { ...declared, receivedAt: new Date(declared.receivedAt) } as ContractReceipt
  const facts = listReceiptFacts(receipt).map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
  const state =
    declared.handledAt === null
      ? 'Offen'
      : `Erledigt: ${formatDateTime(new Date(declared.handledAt))}, ${declared.note ?? ''}`
  return `${[...facts, state].join('\n')}\n`
}

if (import.meta.main) await runProgram(runDeclarations)
