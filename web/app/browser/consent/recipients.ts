/** Who gets readers' data once they consent, asked for once, and only where the publication names somebody. */
import type { Recipients } from '@lokalteil/contracts/publication/consent'
import { portalClient } from '../../page/portal-client.ts'

let known: Promise<Recipients | null> | null = null

/** Null: the server did not answer. */
export function readRecipients(isNamed: boolean): Promise<Recipients | null> {
  return (known ??= isNamed
    ? portalClient
        .call('GET /api/consent/recipients')
        .then((result) => (result.kind === 'ok' ? result.data.recipients : null))
    : Promise.resolve({}))
}
