import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import { XMLParser } from 'fast-xml-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINE, ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { parseReturns, toBankFileId, toBankText } from './bank-file.ts'
import {
  atNoon,
  CARD,
  DEBIT,
  openBillingPlatform,
  SELLER,
  toOrder,
  walk,
  type BillingPlatform,
} from '../billing/billing.testing.ts'
import { get, outcomeOf } from '../coins/ledger.testing.ts'

const START = '2026-11-23'
const IBAN = 'DE93999999990000000001'
let counted = 0
const newReader = () => `debtor-${++counted}-0000`
const many = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

type Transaction = {
  PmtId: { InstrId: string; EndToEndId: string }
  InstdAmt: string
  DrctDbtTx: { MndtRltdInf: { MndtId: string; DtOfSgntr: string } }
  Dbtr: { Nm: string }
  DbtrAcct: { Id: { IBAN: string } }
  RmtInf: { Ustrd: string }
}
type Info = {
  NbOfTxs: string
  CtrlSum: string
  PmtTpInf: { SeqTp: string; LclInstrm: { Cd: string } }
  ReqdColltnDt: string | { Dt: string }
  Cdtr: { Nm: string }
  CdtrAcct: { Id: { IBAN: string } }
  CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: string } } } }
  DrctDbtTxInf: Transaction | Transaction[]
}
function read(xml: string): {
  head: { MsgId: string; NbOfTxs: string; CtrlSum: string }
  infos: Info[]
  debits: Transaction[]
} {
  expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.008.001.08')
  const { GrpHdr, PmtInf } = (
    new XMLParser({ parseTagValue: false }).parse(xml) as {
      Document: { CstmrDrctDbtInitn: { GrpHdr: never; PmtInf: Info | Info[] } }
    }
  ).Document.CstmrDrctDbtInitn
  const infos = many(PmtInf)
  return { head: GrpHdr, infos, debits: infos.flatMap(({ DrctDbtTxInf }) => many(DrctDbtTxInf)) }
}

describe.each(ENGINES)('direct debits on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(START) }
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock)
  })
  beforeEach(() => {
    clock.now = atNoon(START)
    test.mails.length = 0
  })
  afterAll(() => opened.drop())

  const ak = () => test.of('ak')
  const order = async (sub: string, payment: Parameters<typeof toOrder>[2] = DEBIT): Promise<ContractView> => {
    await get(ak().placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, payment) }))
    return (await get(ak().listContracts({ params: { sub } })))[0]!
  }
  const stateOf = async (sub: string) => (await get(ak().listContracts({ params: { sub } })))[0]!.state
  const chargeOf = async (sub: string) => (await get(ak().listCharges({ params: { sub } })))[0]!
  const collect = async () => (await get(ak().collectDebits({})))!
  const book = async (endToEndId: string, reason = 'AM04') =>
    (await get(ak().bookReturns({ body: { returns: [{ endToEndId, reason }] } })))[0]!.outcome

  it('are refused while the publication has not named its seller', async () => {
    await order(newReader())
    expect(await outcomeOf(ak().collectDebits({}))).toBe('409 NO_SELLER')
    await get(ak().saveSeller({ body: SELLER }))
  })

  it('stand in exactly one valid bank file, after the notice to the reader, also when files are requested repeatedly', async () => {
    const subs = [newReader(), newReader()]
    for (const sub of subs) await order(sub)
    const { collection, document } = await collect()
    const { head, infos, debits } = read(document)
    // Includes the debit of the previous test.
    expect(collection).toMatchObject({ count: 3, cents: 3870, collectOn: '2026-11-30' })
    expect(head).toMatchObject({ MsgId: collection.id, NbOfTxs: '3', CtrlSum: '38.70' })
    expect(infos).toHaveLength(1)
    expect(debits.map(({ PmtId }) => PmtId.InstrId)).toEqual([0, 1, 2].map((count) => `${collection.id}.0.${count}`))
    expect(infos[0]).toMatchObject({
      NbOfTxs: '3',
      CtrlSum: '38.70',
      PmtTpInf: { SeqTp: 'FRST', LclInstrm: { Cd: 'CORE' } },
      Cdtr: { Nm: 'Auental Medien GmbH + Co. KG' },
      CdtrAcct: { Id: { IBAN: SELLER.iban } },
      CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: SELLER.creditorId } } } },
    })
    expect(JSON.stringify(infos[0]!.ReqdColltnDt)).toContain('2026-11-30')
    const [method] = await get(ak().listPaymentMethods({ params: { sub: subs[0]! } }))
    const own = debits.find(({ DrctDbtTx }) => DrctDbtTx.MndtRltdInf.MndtId === method!.mandateReference)!
    expect(own).toMatchObject({
      PmtId: { EndToEndId: `${(await chargeOf(subs[0]!)).id}-0` },
      InstdAmt: '12.90',
      DrctDbtTx: { MndtRltdInf: { DtOfSgntr: START } },
      Dbtr: { Nm: 'Lukasz Groesse + Soehne' },
      DbtrAcct: { Id: { IBAN } },
    })
    expect(own.RmtInf.Ustrd).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/)
    const announced = test.mails.filter(
      (mail) => mail.template === 'contract-notice' && mail.data.kind === 'debit-announced',
    )
    expect(announced).toHaveLength(3)
    expect(JSON.stringify(test.mails)).not.toContain(IBAN)

    expect(await get(ak().collectDebits({}))).toBeNull()
    expect((await get(ak().getCollection({ params: { collectionId: collection.id } }))).document).toBe(document)
    const kept = (await opened.database.db
      .selectFrom('subscription.collections' as never)
      .select('document' as never)
      .execute()) as unknown as { document: string }[]
    expect(kept.map((row) => row.document).join('')).not.toContain(IBAN)
  })

  it('of a file or block that the bank rejected go into the next file', async () => {
    await order(newReader())
    const { collection } = await collect()
    test.mails.length = 0
    expect(await book('AK-20261123-00000000', 'AM05')).toBe('unknown')
    expect(await book(`${collection.id}.7`, 'FF01')).toBe('known')
    expect(await book(`${collection.id}.0`, 'FF01')).toBe('booked')
    clock.now = atNoon('2026-11-26')
    const again = await collect()
    expect([again.collection.count, again.collection.id === collection.id]).toEqual([collection.count, false])
    expect(await book(collection.id, 'AM05')).toBe('known')
    // Readers get no reminder, only a letter with the new day of the debit.
    const kinds = test.mails.map(({ data }) => (data as { kind: string }).kind)
    expect(new Set(kinds)).toEqual(new Set(['debit-announced']))
    expect(await get(ak().collectDebits({}))).toBeNull()
  })

  it('that a bank cannot read are left out and listed for the office; all others are collected', async () => {
    const [strange, fine] = [newReader(), newReader()]
    await order(strange)
    await order(fine)
    const { customerId } = await get(ak().openCustomer({ params: { sub: strange } }))
    await sql`update subscription.payment_methods set holder = '王小明' where customer_id = ${customerId}`.execute(
      opened.database.db,
    )
    const { collection } = await collect()
    expect(collection.count).toBe(1)
    const chargeId = (await chargeOf(strange)).id
    expect((await get(ak().getBillingStatus({}))).unfitForBank).toEqual([{ chargeId, customerId, reason: 'HOLDER' }])
    expect(await get(ak().collectDebits({}))).toBeNull()
    await sql`update subscription.payment_methods set holder = 'Wang Xiaoming' where customer_id = ${customerId}`.execute(
      opened.database.db,
    )
    expect((await collect()).collection.count).toBe(1)
  })

  it.each([
    ['a holder whose letters no bank can print', { holder: '王小明' }, { holder: 'NOT_LATIN' }],
    ['a Swiss account', { iban: 'CH9300762011623852957' }, { iban: 'IBAN_ABROAD' }],
    ['a British account', { iban: 'GB29NWBK60161331926819' }, { iban: 'IBAN_ABROAD' }],
    ['an account of Monaco', { iban: 'MC5811222000010123456789030' }, { iban: 'IBAN_ABROAD' }],
    ['a wrong digit', { iban: 'CH9300762011623852958' }, { iban: 'INVALID_IBAN' }],
  ])('are refused in an order with %s', async (_name, change, fields) => {
    const placed = await ak().placeOrder({
      params: { sub: newReader() },
      body: toOrder('plus-pur', 1290, { ...DEBIT, ...change }),
    })
    expect(placed).toMatchObject({ ok: false, status: 422, problem: { fields } })
  })

  it.each([
    ['company', 'ペイメント'],
    ['iban', 'DE88123456781234567890'],
    ['bic', 'XMPLATW0XXX'],
    ['creditorId', 'DE99ZZZ09999999999'],
  ])('are refused when the %s of the seller would make every file invalid', async (field, value) => {
    await get(ak().saveSeller({ body: { ...SELLER, [field]: value } }))
    await order(newReader())
    expect(await ak().collectDebits({})).toMatchObject({
      ok: false,
      problem: { code: 'SELLER_UNFIT', fields: { seller: field } },
    })
    await get(ak().saveSeller({ body: SELLER }))
    await collect()
  })

  it('go into one file when two processes request it at once', async () => {
    await order(newReader())
    const other = await openBillingPlatform(opened.database, clock)
    const made = await Promise.all([get(ak().collectDebits({})), get(other.of('ak').collectDebits({}))])
    expect(made.filter((one) => one !== null)).toHaveLength(1)
  })

  it('give access at once, a return debit ends it, and an old list of returns changes nothing', async () => {
    const sub = newReader()
    const { id } = await order(sub)
    expect(await test.service.rolesOf('ak', sub)).toEqual(['PLUS_USER', 'PUR_USER'])
    await collect()
    const endToEndId = `${(await chargeOf(sub)).id}-0`
    expect(await book(endToEndId)).toBe('booked')
    expect(await stateOf(sub)).toBe('payment_failed')
    expect(await test.service.rolesOf('ak', sub)).toEqual([])
    expect(await book(endToEndId)).toBe('known')
    // No automatic second debit: the same account would fail again.
    await walk(test, '2026-11-24', '2026-11-27')
    expect(await get(ak().collectDebits({}))).toBeNull()
    expect(await get(ak().changePayment({ params: { sub, id }, body: { payment: CARD } }))).toMatchObject({
      outcome: 'paid',
      contract: { state: 'active' },
    })
    expect(await book(endToEndId)).toBe('known')
    expect(await test.service.rolesOf('ak', sub)).toEqual(['PLUS_USER', 'PUR_USER'])
    expect(await book('Z-000000000000000000000000-0')).toBe('unknown')
    expect(await book('something else')).toBe('unknown')
  })

  it('count as paid if they are not returned, and the next debit of the mandate is a recurring one', async () => {
    const sub = newReader()
    await order(sub)
    const first = await collect()
    await walk(test, '2026-11-30', '2026-12-07')
    expect((await chargeOf(sub)).state).toBe('submitted')
    await walk(test, '2026-12-08', '2026-12-08')
    expect((await chargeOf(sub)).state).toBe('paid')
    // A debit may be returned within eight weeks.
    await walk(test, '2026-12-23', '2026-12-23')
    const second = await collect()
    const [method] = await get(ak().listPaymentMethods({ params: { sub } }))
    const info = read(second.document).infos.find(({ DrctDbtTxInf }) =>
      many(DrctDbtTxInf).some(({ DrctDbtTx }) => DrctDbtTx.MndtRltdInf.MndtId === method!.mandateReference),
    )!
    expect(info.PmtTpInf.SeqTp).toBe('RCUR')
    const old = (await get(ak().listCharges({ params: { sub } }))).find(({ kind }) => kind === 'first')!
    expect(read(first.document).debits.map(({ PmtId }) => PmtId.EndToEndId)).toContain(`${old.id}-0`)
    expect(await book(`${old.id}-0`, 'MD06')).toBe('booked')
    expect(await stateOf(sub)).toBe('payment_failed')
  })

  it('a late transfer ends access, and access returns when the transfer arrives', async () => {
    const sub = newReader()
    await order(sub, { kind: 'invoice' })
    const invoice = (await get(ak().listDocuments({ params: { sub } }))).find(({ kind }) => kind === 'invoice')
    await walk(test, '2026-12-08', '2026-12-14', 6)
    expect(await stateOf(sub)).toBe('active')
    await walk(test, '2026-12-15', '2026-12-15')
    expect(await stateOf(sub)).toBe('payment_failed')
    const transfer = async () => (await get(ak().bookTransfers({ body: { invoices: [invoice!.number] } })))[0]!.outcome
    expect(await transfer()).toBe('booked')
    expect(await stateOf(sub)).toBe('active')
    expect(await transfer()).toBe('known')
  })
})

/** Rules of the two messages: element, and the pattern of its text (EPC131-08, ISO 20022). */
const RULES: Readonly<Record<string, RegExp>> = {
  MsgId: /^[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  PmtInfId: /^[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  InstrId: /^[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  EndToEndId: /^(?!\/)[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  MndtId: /^(?!\/)[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  Nm: /^(?! )[A-Za-z0-9+?/\-:().,' ]{1,70}$/,
  Ustrd: /^(?!\/)(?!.*\/\/)[A-Za-z0-9+?/\-:().,' ]{1,140}$/,
  StrtNm: /^[A-Za-z0-9+?/\-:().,' ]{1,70}$/,
  PstCd: /^[A-Za-z0-9+?/\-:().,' ]{1,16}$/,
  TwnNm: /^[A-Za-z0-9+?/\-:().,' ]{1,35}$/,
  Ctry: /^[A-Z]{2}$/,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  InstdAmt: /^\d{1,9}\.\d{2}$/,
  CtrlSum: /^\d+\.\d{2}$/,
  NbOfTxs: /^\d{1,15}$/,
}
const MUST_HAVE = {
  debits: [
    'MsgId',
    'CreDtTm',
    'NbOfTxs',
    'CtrlSum',
    'PmtInfId',
    'SeqTp',
    'ReqdColltnDt',
    'MndtId',
    'DtOfSgntr',
    'Nm',
    'IBAN',
    'EndToEndId',
    'InstdAmt',
    'Ustrd',
  ],
  transfers: [
    'MsgId',
    'CreDtTm',
    'NbOfTxs',
    'CtrlSum',
    'PmtInfId',
    'ReqdExctnDt',
    'Nm',
    'IBAN',
    'EndToEndId',
    'InstdAmt',
    'Ustrd',
    'TwnNm',
    'Ctry',
  ],
} as const

function listBroken(xml: string, mustHave: readonly string[]): string[] {
  const leaves = [...xml.matchAll(/<(\w+)(?: [^>]*)?>([^<]*)<\/\1>|<(\w+)(?: [^>]*)?\/>/g)].map(
    ([, name, text, empty]) => [name ?? empty!, (text ?? '').replaceAll('&apos;', "'")] as const,
  )
  const open = new Set([...xml.matchAll(/<(\w+)/g)].map(([, name]) => name))
  return [
    ...leaves
      .filter(([name, text]) => text === '' || RULES[name]?.test(text) === false)
      .map(([name, text]) => `${name}: ${text}`),
    ...mustHave.filter((name) => !open.has(name)).map((name) => `${name} is missing`),
    ...(xml.includes('AdrLine') ? ['AdrLine'] : []),
  ]
}

type Format = 'pain.008.001.08' | 'pain.001.001.09'
type Sequences = Readonly<Record<string, string>>

/** Sequences of children that both messages share: `?` may be absent, `+` may be repeated, `|` one of them. */
const SHARED: Sequences = {
  GrpHdr: 'MsgId CreDtTm Authstn? NbOfTxs CtrlSum? InitgPty FwdgAgt?',
  InitgPty: 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?',
  Cdtr: 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?',
  Dbtr: 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?',
  PstlAdr:
    'AdrTp? Dept? SubDept? StrtNm? BldgNb? BldgNm? Flr? PstBx? Room? PstCd? TwnNm? TwnLctnNm? DstrctNm? CtrySubDvsn? Ctry? AdrLine?',
  CdtrAcct: 'Id Tp? Ccy? Nm? Prxy?',
  DbtrAcct: 'Id Tp? Ccy? Nm? Prxy?',
  'CdtrAcct/Id': 'IBAN|Othr',
  'DbtrAcct/Id': 'IBAN|Othr',
  CdtrAgt: 'FinInstnId BrnchId?',
  DbtrAgt: 'FinInstnId BrnchId?',
  FinInstnId: 'BICFI? ClrSysMmbId? LEI? Nm? PstlAdr? Othr?',
  Othr: 'Id SchmeNm? Issr?',
  SchmeNm: 'Cd|Prtry',
  SvcLvl: 'Cd|Prtry',
  LclInstrm: 'Cd|Prtry',
  PmtId: 'InstrId? EndToEndId UETR?',
  RmtInf: 'Ustrd? Strd?',
}
/** Sequences of children in the two messages (ISO 20022 message definition reports, pain.008.001.08 and pain.001.001.09). */
const SEQUENCES: Readonly<Record<Format, Sequences>> = {
  'pain.008.001.08': {
    ...SHARED,
    Document: 'CstmrDrctDbtInitn',
    CstmrDrctDbtInitn: 'GrpHdr PmtInf+ SplmtryData?',
    PmtInf:
      'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdColltnDt Cdtr CdtrAcct CdtrAgt CdtrAgtAcct? UltmtCdtr? ChrgBr? ChrgsAcct? ChrgsAcctAgt? CdtrSchmeId? DrctDbtTxInf+',
    PmtTpInf: 'InstrPrty? SvcLvl? LclInstrm? SeqTp? CtgyPurp?',
    CdtrSchmeId: 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?',
    'CdtrSchmeId/Id': 'OrgId|PrvtId',
    PrvtId: 'DtAndPlcOfBirth? Othr?',
    DrctDbtTxInf:
      'PmtId PmtTpInf? InstdAmt ChrgBr? DrctDbtTx? UltmtCdtr? DbtrAgt DbtrAgtAcct? Dbtr DbtrAcct UltmtDbtr? InstrForCdtrAgt? Purp? RgltryRptg? Tax? RltdRmtInf? RmtInf? SplmtryData?',
    DrctDbtTx: 'MndtRltdInf? CdtrSchmeId? PreNtfctnId? PreNtfctnDt?',
    MndtRltdInf:
      'MndtId? DtOfSgntr? AmdmntInd? AmdmntInfDtls? ElctrncSgntr? FrstColltnDt? FnlColltnDt? Frqcy? Rsn? TrckgDays?',
  },
  'pain.001.001.09': {
    ...SHARED,
    Document: 'CstmrCdtTrfInitn',
    CstmrCdtTrfInitn: 'GrpHdr PmtInf+ SplmtryData?',
    GrpHdr: `${SHARED.GrpHdr} InitnSrc?`,
    PmtInf:
      'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt PoolgAdjstmntDt? Dbtr DbtrAcct DbtrAgt DbtrAgtAcct? InstrForDbtrAgt? UltmtDbtr? ChrgBr? ChrgsAcct? ChrgsAcctAgt? CdtTrfTxInf+',
    PmtTpInf: 'InstrPrty? SvcLvl? LclInstrm? CtgyPurp?',
    ReqdExctnDt: 'Dt|DtTm',
    CdtTrfTxInf:
      'PmtId PmtTpInf? Amt XchgRateInf? ChrgBr? ChqInstr? UltmtDbtr? IntrmyAgt1? IntrmyAgt1Acct? IntrmyAgt2? IntrmyAgt2Acct? IntrmyAgt3? IntrmyAgt3Acct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct? UltmtCdtr? InstrForCdtrAgt? InstrForDbtrAgt? Purp? RgltryRptg? Tax? RltdRmtInf? RmtInf? SplmtryData?',
    Amt: 'InstdAmt|EqvtAmt',
  },
}

type Element = Readonly<Record<string, Element[]>>

/** Elements whose children stand in another order than the message has, are missing, or belong elsewhere. */
function listMisplaced(xml: string, format: Format): string[] {
  const walkTree = (children: readonly Element[], parent: string, name: string): string[] => {
    const named = children.map((child) => Object.keys(child)[0]!).filter((one) => one !== '#text')
    const sequence = SEQUENCES[format][`${parent}/${name}`] ?? SEQUENCES[format][name] ?? ''
    const pattern = sequence.split(' ').map((part) => {
      const [, names = '', count = ''] = /^(.*?)([?+]?)$/.exec(part)!
      return names === '' ? '' : `(?:(?:${names}) )${count}`
    })
    const fits = new RegExp(`^${pattern.join('')}$`).test(named.map((one) => `${one} `).join(''))
    return [
      ...(fits ? [] : [`${parent}/${name}: ${named.join(' ')}`]),
      ...children.flatMap((child) => {
        const [of, inner] = Object.entries(child)[0]!
        return of === '#text' ? [] : walkTree(inner, name, of)
      }),
    ]
  }
  const [document] = new XMLParser({ preserveOrder: true, ignoreDeclaration: true }).parse(xml) as Element[]
  return walkTree(document!.Document ?? [], '', 'Document')
}

describe('bank files keep the rules of their message format', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  beforeAll(async () => {
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    test = await openBillingPlatform(opened.database, { now: atNoon(START) })
  })
  afterAll(() => opened.drop())

  it.each<[string, Partial<typeof DEBIT>, Partial<typeof SELLER>]>([
    ['a Ukrainian name', { holder: 'Юрій Шевченко' as never }, {}],
    [
      'a Greek name, and a Greek seller',
      { holder: 'Παπαδόπουλος' as never },
      { company: 'Εκδόσεις Αθηνών', town: 'Αθήνα' },
    ],
    [
      'a name as long as it may be',
      { holder: 'ß'.repeat(70) as never },
      { company: 'Ä'.repeat(70), street: 'Ü'.repeat(70), town: 'ö'.repeat(70) },
    ],
    ['a name that begins with a slash', { holder: '// Söhne //' as never }, { company: '/Verlag//' }],
    ['signs of all kinds', { holder: 'A_B*C;D=E"F„G“…™' as never }, { company: 'Müller & Söhne <GmbH>' }],
    ['a name in full width', { holder: 'ＷＡＮＧ' as never }, {}],
    ['an account of France', { iban: 'FR1420041010050500013M02606' as never }, {}],
  ])('%s', async (_name, account, seller) => {
    const ak = test.of('ak')
    await get(ak.saveSeller({ body: { ...SELLER, ...seller } }))
    const sub = newReader()
    const { number } = await get(
      ak.placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, { ...DEBIT, ...account }) }),
    )
    const debits = (await get(ak.collectDebits({})))!.document
    expect(listBroken(debits, MUST_HAVE.debits)).toEqual([])
    expect(listMisplaced(debits, 'pain.008.001.08')).toEqual([])
    const [charge] = await get(ak.listCharges({ params: { sub } }))
    await sql`update subscription.charges set state = 'paid', failure = null where charge_id = ${charge!.id}`.execute(
      opened.database.db,
    )
    await get(ak.withdrawOrder({ body: { order: number, declaredOn: START } }))
    const transfers = (await get(ak.payRefunds({})))!.document
    expect(listBroken(transfers, MUST_HAVE.transfers)).toEqual([])
    expect(listMisplaced(transfers, 'pain.001.001.09')).toEqual([])
  })

  it('the id of the thousandth payment fits into 35 characters, also for a publication with a long code', () => {
    const id = toBankFileId({ today: () => START } as never, 'musterbotenland1')
    expect(`${id}.1.4999`.length).toBeLessThanOrEqual(35)
  })
})

describe('lists of returns', () => {
  const payment = (of: string, status: string, reason: string) =>
    `<TxInfAndSts><OrgnlEndToEndId>${of}</OrgnlEndToEndId><TxSts>${status}</TxSts><StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf></TxInfAndSts>`
  const report = (group: string, block: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>AK-20261123-0A1B2C3D</OrgnlMsgId>${group}</OrgnlGrpInfAndSts>${block === '' ? '' : `<OrgnlPmtInfAndSts>${block}</OrgnlPmtInfAndSts>`}</CstmrPmtStsRpt></Document>`
  const id = 'Z-0123456789abcdef01234567-0'
  const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf></TxDtls><TxDtls><Refs><EndToEndId>CREDIT</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  it.each<[string, string, ReturnType<typeof parseReturns>]>([
    ['a table', `${id};AM04\n`, [{ endToEndId: id, reason: 'AM04' }]],
    [
      'a table with headings, commas and quotes',
      `\uFEFFid,reason\r\n"${id}","AC04"\r\n\r\n`,
      [{ endToEndId: id, reason: 'AC04' }],
    ],
    ['a reason nobody knows', `${id};zurück`, [{ endToEndId: id, reason: 'MS03' }]],
    ['camt.054, its credits left out', camt, [{ endToEndId: id, reason: 'MD06' }]],
    [
      'camt.053, the statement with the same returns',
      camt.replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt').replaceAll('Ntfctn>', 'Stmt>'),
      [{ endToEndId: id, reason: 'MD06' }],
    ],
    ['a statement without returns', '<Document><BkToCstmrStmt/></Document>', []],
    [
      'pain.002, its accepted payments left out',
      report('', `<PmtInfSts>PART</PmtInfSts>${payment(id, 'RJCT', 'AC01')}${payment('other', 'ACSP', '')}`),
      [{ endToEndId: id, reason: 'AC01' }],
    ],
    [
      'pain.002 of a block',
      report(
        '',
        `<OrgnlPmtInfId>AK-20261123-0A1B2C3D.0</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>${payment(id, 'RJCT', 'BE05')}`,
      ),
      [
        { endToEndId: id, reason: 'BE05' },
        { endToEndId: 'AK-20261123-0A1B2C3D.0', reason: 'FF01' },
      ],
    ],
    [
      'pain.002 of a whole file',
      report('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>', ''),
      [{ endToEndId: 'AK-20261123-0A1B2C3D', reason: 'AM05' }],
    ],
    ['another message of the bank', '<Document><CstmrDrctDbtInitn/></Document>', null],
    ['a letter', 'Sehr geehrte Damen und Herren,\nanbei die Rückläufer', null],
    ['nothing', '', null],
  ])('%s', (_name, text, expected) => {
    expect(parseReturns(text)).toEqual(expected)
  })
})

it.each([
  ['Łukasz Größe & Söhne', 'Lukasz Groesse + Soehne'],
  ['Çelik, Ñandú O’Neill', "Celik, Nandu O'Neill"],
  ['ÄÖÜ ẞ 5 € – „Zitat“', 'AeOeUe SS 5 EUR - Zitat'],
  ['Юрій Шевченко', 'Yuriy Shevchenko'],
  ['ЮРІЙ ЩЕРБА', 'YuRIY ShchERBA'],
  ['Ђорђе Љубић', 'Djordje Ljubic'],
  ['Παπαδόπουλος Γιάννης', 'Papadopoulos Giannis'],
  ['Ευαγγελία Ψαρού', 'Evangelia Psarou'],
  ['дом 1', 'dom 1'],
  ['//Abo // 3/', 'Abo / 3'],
  ['王小明', ''],
])('a bank reads %s as %s', (text, expected) => {
  expect(toBankText(text, 70)).toBe(expected)
})
