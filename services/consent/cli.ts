/** `npx lokalteil consent`: receipts of readers, and the registered vendors that they are asked for. */
import { CONSENT, VendorList, VendorListTexts } from '@lokalteil/contracts/consent'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import { z } from 'zod'
import { Fault, type Call } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { readJsonFile, say } from '../platform/commands/reach.ts'
import { createConsentService, LIST_BYTES } from './app.ts'

/** Where the framework publishes its list; `TCF_LIST_URL` names another place, such as a copy of the house. */
const LIST_ADDRESS = 'https://vendor-list.consensu.org/v3/vendor-list.json'
/** Beside the list: its texts in German. */
const TEXTS = 'purposes-de.json'
const LONGEST_WAIT_MS = 30_000
const DAY_MS = 86_400_000
/** The framework publishes a list every week. */
const MOST_DAYS = 7

export const runConsent = defineNoun({
  name: 'consent',
  reach: {
    calls: CONSENT,
    mount: '/__services/consent',
    key: 'consent',
    own: {
      probe: (service) => service.getFramework({}),
      open: (database, serviceKey) => createConsentService({ database, serviceKey }),
    },
  },
  words: {
    RECEIPT: { is: 'the id that the reader sees in the privacy settings', fits: /^[\da-f-]{36}$/i },
    FILE: 'a copy of the list, or of its texts, as the framework publishes it',
  },
  options: {
    file: 'a copy of the list (default: it is fetched from TCF_LIST_URL, else from the framework)',
    texts: `a copy of its German texts, ${TEXTS} (default: fetched from beside the list)`,
  },
  verbs: {
    'receipt RECEIPT': {
      about: 'the answers of a device, as JSON',
      run:
        ({ receipt: id }) =>
        (service) =>
          say(service.getReceipt({ params: { id } }), (receipt) => JSON.stringify(receipt, null, 2)),
    },
    framework: {
      about: 'the id of the manager, the list of registered vendors and its day, and who of them readers are asked for',
      needsPortal: true,
      run:
        (_values, { now }) =>
        (service) =>
          say(service.getFramework({}), ({ cmpId, listVersion, listDate, vendors }) => {
            if (cmpId === 0 || listDate === null)
              return ['not registered: TCF_CMP_ID is not set, or there is no list yet (npx lokalteil consent vendors)']
            const days = Math.floor((now().getTime() - Date.parse(listDate)) / DAY_MS)
            return [
              `manager ${cmpId}, list ${listVersion} of ${listDate}`,
              ...(days > MOST_DAYS ? [`The list is ${days} days old: npx lokalteil consent vendors`] : []),
              ...vendors.map(({ id, name, owner }) => `  ${id}  ${name}  with ${owner}`),
            ]
          }),
    },
    'vendors [--file FILE] [--texts FILE]': {
      about: 'takes over the framework’s list of vendors; do it at least once a week where the manager is registered',
      async run({ file, texts }, call) {
        const list = await readList(call, file)
        const german = await readTexts(call, file, texts)
        return (service) =>
          say(
            service.takeVendorList({ body: german === null ? list : { ...list, purposes: german } }),
            ({ listVersion, vendors }) => [
              `List ${listVersion}, ${vendors} vendors.`,
              ...(german === null
                ? [`Readers see its purposes in English. Save ${TEXTS} of the framework and name it: --texts FILE`]
                : []),
            ],
          )
      },
    },
  },
})

const toListAddress = ({ environment }: Call): string => environment.TCF_LIST_URL || LIST_ADDRESS

async function readList(call: Call, file: string | undefined): Promise<VendorList> {
  const address = toListAddress(call)
  const given = file === undefined ? await fetchJson(address) : readJsonFile(call, file, 'content')
  const parsed = VendorList.safeParse(given)
  if (!parsed.success)
    throw new Fault(`${file ?? address} is no list of vendors:\n${z.prettifyError(parsed.error)}`, 'content')
  return parsed.data
}

/** Null: there are none beside the list. A file that is named has to be right. */
async function readTexts(
  call: Call,
  list: string | undefined,
  file: string | undefined,
): Promise<VendorList['purposes'] | null> {
  if (file === undefined && list !== undefined) return null
  const given =
    file === undefined
      ? await fetchJson(new URL(TEXTS, toListAddress(call)).href).catch(() => null)
      : readJsonFile(call, file, 'content')
  const parsed = VendorListTexts.safeParse(given)
  if (parsed.success) return parsed.data.purposes
  if (file === undefined) return null
  throw new Fault(`${file} has no texts of purposes:\n${z.prettifyError(parsed.error)}`, 'content')
}

async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return JSON.parse(await readText(response, LIST_BYTES)) as unknown
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Fault(`${address} cannot be read: ${why}. Save it by hand and name it: --file FILE`, 'reach')
  }
}
