/**
 * What the reader answered about consent while signed in, by device; hidden if there is nothing. Loaded after the account.
 * A withdrawal is one press away: the settings open as from the end of every page.
 */
import { useEffect, useState } from 'react'
import type { ConsentReceipt } from '@lokalteil/contracts/consent'
import { portalClient } from '../../page/portal-client.ts'
import { consentReceiptTexts as texts } from '../../messages/consent/consent.ts'
import { VENDOR_NAMES } from '../../messages/consent/recipients.ts'
import { TextVersion } from '../../ui/TextVersion.tsx'
import { Section } from './Section.tsx'
import css from './Account.module.css'

export default function ConsentReceipts() {
  const [receipts, setReceipts] = useState<readonly ConsentReceipt[]>([])
  useEffect(() => {
    let isStopped = false
    void portalClient.call('GET /api/mein/consent-receipts', { as: 'reader' }).then((result) => {
      if (!isStopped && result.kind === 'ok') setReceipts(result.data.receipts)
    })
    return () => {
      isStopped = true
    }
  }, [])
  if (receipts.length === 0) return null
  return (
    <Section id="consent-receipts" title={texts.title}>
      <p className={css.text}>{texts.text}</p>
      <ul className={css.cards}>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <Receipt receipt={receipt} />
          </li>
        ))}
      </ul>
      <p className={css.text}>
        <a href="/datenschutz#einstellungen" data-consent-settings>
          {texts.change}
        </a>
      </p>
    </Section>
  )
}

/** The last answer counts; the file has all of them. */
function Receipt({ receipt: { id, answers } }: { receipt: ConsentReceipt }) {
  const last = answers.at(-1)
  if (last === undefined) return null
  return (
    <article className={css.card}>
      <p className={css.text}>{texts.answered(new Date(last.at))}</p>
      <p className={css.text}>{texts.granted(last.granted.map((vendor) => VENDOR_NAMES[vendor]))}</p>
      <p className={css.hint}>
        <TextVersion text={last.text} /> · <code>{id}</code>
      </p>
      <p className={css.text}>
        <a href={`/api/consent/receipts/${id}`} download={`einwilligung-${id}.json`}>
          {texts.file}
        </a>
      </p>
    </article>
  )
}
