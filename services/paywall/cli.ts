/**
 * `npx lokalteil paywall`: shows and replaces the rules of the paywall, simulates a reader and names the deciding rule, repeats
 * a decision for support, and manages the libraries and schools that read for their visitors.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import {
  InstitutionInput,
  PAYWALL_INTERNAL,
  PaywallRules,
  Simulation,
  type Institution,
  type LoggedDecision,
  type Simulated,
} from '@lokalteil/contracts/paywall'
import { replayDecision, toDecisionName, type DecisionRecord } from '@lokalteil/domain/access/access'
import { SEGMENTS } from '@lokalteil/domain/access/paywall-rules'
import { Fault, type Call, type Terminal } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { readJsonFile, say, type Done } from '../platform/commands/reach.ts'
import { toCsvRow } from '@lokalteil/domain/csv-row'
import { createPaywallService } from './app.ts'

type Paywall = Client<typeof PAYWALL_INTERNAL>

export const runPaywall = defineNoun({
  name: 'paywall',
  reach: {
    calls: PAYWALL_INTERNAL,
    mount: '/__services/paywall',
    key: 'paywall',
    variable: 'PAYWALL_SERVICE_KEY',
    own: {
      probe: (paywall) => paywall.getRules({}),
      open: (database, serviceKey, secret) =>
        createPaywallService({
          database,
          serviceKey,
          secret: secret || undefined,
          readerOf: async () => null,
          sectionOf: async () => null,
        }),
    },
  },
  words: {
    SEGMENT: SEGMENTS.join(', '),
    COUNT: { is: 'a whole number', fits: /^\d{1,4}$/ },
    DEVICE: 'mobile or desktop (default)',
    PATH: 'of the page; of a section, instead of the one of the article',
    REFERRER: 'none (default), /path, a host or an address',
    STATE: 'valid, invalid, expired or none (default)',
    DECISION: 'an id that "decisions" prints',
    INSTITUTION: { is: 'an id of small letters, digits and hyphens', fits: /^[a-z0-9]+(?:-[a-z0-9]+)*$/ },
    CIDR: '192.0.2.0/24 or 2001:db8::/48',
  },
  options: {
    at: 'like 2026-12-24T18:00:00+01:00 (default: now)',
    read: 'free articles already read',
    sub: 'a reader, for the own reads',
    anon: 'a reader without an account, by number',
    rules: 'tries these rules instead',
    code: 'for visitors elsewhere, at least 8 characters',
  },
  verbs: {
    'rules [FILE]': {
      about: 'the rules in force, as JSON; a file replaces them, and a running portal answers by them within seconds',
      run({ file }, call) {
        const body = file === undefined ? null : readRules(call, file)
        return (paywall) =>
          say(body === null ? paywall.getRules({}) : paywall.saveRules({ body }), ({ rules }) =>
            JSON.stringify(rules, null, 2),
          )
      },
    },
    'see --article ID [--segment SEGMENT…] [--device DEVICE] [--section PATH] [--path PATH] [--referrer REFERRER] [--link STATE] [--at TIME] [--read COUNT] [--sub ID] [--anon NUMBER] [--rules FILE]':
      {
        about: 'what this reader would see, and the rule that decides',
        run({ article: articleId, segment, link: linkToken, read, sub, anon, rules, ...more }, call) {
          const asked = Simulation.safeParse({
            ...more,
            articleId,
            segments: segment.flatMap((names) => names.split(',')),
            linkToken,
            readArticles: read === undefined ? undefined : Number(read),
            reader: sub !== undefined ? { sub } : anon === undefined ? undefined : { anonId: anon },
            rules: rules === undefined ? undefined : readRules(call, rules),
          })
          if (!asked.success) throw new Fault(toFaults(asked.error))
          return (paywall) => say(paywall.simulate({ body: asked.data }), toText)
        },
      },
    'decisions [--sub ID] [--anon NUMBER] [--article ID]': {
      about: 'the decisions of the last 30 days, newest first',
      ask: (paywall, { sub, anon: anonId, article: articleId }) =>
        say(paywall.listDecisions({ query: { sub, anonId, articleId } }), (found) =>
          found.length === 0
            ? 'No decision of the last 30 days.'
            : found.map((one) => {
                const decision = toDecisionName(toRecord(one).decision)
                return `${one.at}  ${one.id}  article ${one.articleId}  ${toWho(one)}  ${decision}`
              }),
        ),
    },
    'replay DECISION': {
      about: 'makes a decision again from what was kept of it; ends with 1 when it says something else today',
      ask: (paywall, { decision }, { terminal }) => replay(paywall, decision, terminal),
    },
    institutions: {
      about: 'libraries and schools that read for their visitors',
      ask: (paywall) =>
        say(paywall.listInstitutions({}), (found) =>
          found.length === 0 ? 'No institution reads here.' : found.map(toLine),
        ),
    },
    'add-institution INSTITUTION --name NAME [--range CIDR…] [--code CODE]': {
      about: 'adds or replaces one',
      run({ institution: id, name, range, code = null }) {
        const ranges = range.flatMap((some) => some.split(','))
        const input = InstitutionInput.safeParse({ name, ranges, code })
        if (!input.success) throw new Fault(toFaults(input.error))
        return (paywall) => say(paywall.saveInstitution({ params: { id }, body: input.data }), toLine)
      },
    },
    'remove-institution INSTITUTION': {
      about: 'its visitors read here no longer',
      ask: (paywall, { institution: id }) =>
        say(paywall.removeInstitution({ params: { id } }), () => `${id} reads here no longer.`),
    },
    'usage [--month MONTH]': {
      about: 'articles opened, by institution and month, as CSV',
      ask: async (paywall, query, { terminal }) => {
        const found = await paywall.listInstitutionUsage({ query })
        if (!found.ok) return found
        const rows = found.data.map((one) => [one.month, one.institutionId, one.name, one.reads, one.articles])
        for (const row of [['month', 'institution', 'name', 'reads', 'articles'], ...rows])
          terminal.out(toCsvRow(row.map(String)))
        return 0
      },
    },
  },
})

function toFaults({ issues }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
}

function toText({ shown, ruleId, trace, sections }: Simulated): string {
  const lines = trace.map(
    (one) => `  ${one.failed === null ? '→' : ' '} ${one.ruleId}${one.failed === null ? '' : `: not by ${one.failed}`}`,
  )
  const what = shown === 'ok' ? 'The reader sees the text.' : `The reader sees the layer "${shown}".`
  const why =
    ruleId === null ? 'No rule decides; this is what stands under "otherwise".' : `The rule "${ruleId}" decides.`
  return [
    what,
    why,
    ...(sections.length === 0 ? [] : [`Sections: ${sections.join(', ')}`]),
    ...lines,
    'This is the word of the paywall service alone: subscriptions, purchases and gifts open an article before it is asked.',
  ].join('\n')
}

async function replay(paywall: Paywall, id: string, terminal: Terminal): Promise<Done> {
  const found = await paywall.getDecision({ params: { id } })
  if (!found.ok) return found
  const record = toRecord(found.data)
  const { decision, isSame } = replayDecision(record)
  const { reader, paywall: state, linkToken, ...input } = record.input
  terminal.out(`${found.data.at}, article ${found.data.articleId}, ${toWho(found.data)}\n`)
  terminal.out(
    `Decided then: ${toDecisionName(record.decision)}\nDecided again: ${toDecisionName(decision)}${isSame ? '' : '   (the rules of the portal have changed since)'}\n`,
  )
  for (const [name, value] of Object.entries({ ...input, reader, linkToken, paywall: state }))
    terminal.out(`  ${name}: ${JSON.stringify(value)}\n`)
  return isSame ? 0 : 1
}

function toLine({ id, name, ranges, hasCode }: Institution): string {
  return `${id}  ${name}  ${ranges.join(', ') || 'no addresses'}${hasCode ? '  with a code' : ''}`
}

/** Entries are written by the portal from the domain's own types. */
function toRecord({ record }: LoggedDecision): DecisionRecord {
  return record as unknown as DecisionRecord
}

function toWho({ sub, anonId }: LoggedDecision): string {
  return sub === null ? (anonId === null ? 'nobody known' : `anonymous ${anonId}`) : `reader ${sub}`
}

function readRules(call: Call, file: string): PaywallRules {
  const rules = PaywallRules.safeParse(readJsonFile(call, file))
  if (!rules.success) throw new Fault(`${file} holds no rules:\n${toFaults(rules.error)}`)
  return rules.data
}
