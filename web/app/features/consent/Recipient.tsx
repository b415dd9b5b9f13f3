/** Who gets the data of a vendor: company, retention, and the hosts it loads from, as far as they are known. */
import type { Vendor } from '@lokalteil/domain/consent/consent'
import { recipientTexts as texts } from '../../messages/consent/recipients.ts'
import type { Shown } from './consent-manager.ts'

export function Recipient({ vendor, shown: { recipients, originsOf } }: { vendor: Vendor; shown: Shown }) {
  const recipient = recipients?.[vendor]
  const hosts = [...new Set(originsOf(vendor).map((origin) => new URL(origin).host))]
  return (
    <>
      {recipient && (
        <>
          <a href={recipient.policy} target="_blank" rel="noopener">
            {recipient.company}
          </a>
          {texts.retention(recipient.retention)}
        </>
      )}
      {hosts.length > 0 && texts.hosts(hosts)}
    </>
  )
}
