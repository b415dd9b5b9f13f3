/** Shared parts of the pages for codes, invitations and seats: sections, a link to copy. */
import { useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { usePortal } from '../../page/portal.ts'
import { session } from '../../browser/session/session.ts'
import { readerPartTexts } from '../../messages/commerce/codes.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import css from './Codes.module.css'

export const NO_OUTCOME: Outcome = { kind: 'none' }

type SectionProps = {
  title: string
  tone?: 'accent'
  isDone?: boolean
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function Section({ title, tone, isDone, titleRef, children }: SectionProps) {
  const id = useId()
  return (
    <section className={isDone ? `${css.section} ${css.done}` : css.section} aria-labelledby={id} data-tone={tone}>
      {isDone && <Icon name="check" size="2.2rem" />}
      <h2 id={id} ref={titleRef} tabIndex={titleRef === undefined ? undefined : -1} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** `path` on this site; shown and copied with the publication's origin. */
export function CopyLink({ path, label }: { path: string; label: string }) {
  const { canonicalOrigin } = usePortal()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)
  const address = canonicalOrigin + path

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome({ kind: 'good', text: readerPartTexts.copied })
    } catch {
      field.current?.querySelector('input')?.select()
      setOutcome({ kind: 'bad', text: readerPartTexts.notCopied })
    }
  }
  return (
    <>
      <div ref={field} className={css.link}>
        <TextField
          id={id}
          label={label}
          value={address}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="secondary" className="js-only" onClick={() => void copy()}>
          {readerPartTexts.copy}
        </Button>
      </div>
      <Status outcome={outcome} />
    </>
  )
}

/** Shown instead of content that needs a login. */
export function NoReader({
  kind,
  isLoading,
  onRetry,
}: {
  kind: 'logged-out' | 'failed'
  isLoading: boolean
  onRetry: () => void
}) {
  const texts = readerPartTexts
  return (
    <Section title={kind === 'logged-out' ? texts.loggedOutTitle : texts.failedTitle}>
      <p className={css.text}>{kind === 'logged-out' ? texts.loggedOut : texts.failed}</p>
      <div className={css.buttons}>
        {kind === 'logged-out' ? (
          <ButtonLink
            href="#login"
            onClick={() => void session.openLogin(location.pathname + location.search).catch(() => {})}
          >
            {texts.login}
          </ButtonLink>
        ) : (
          <Button onClick={onRetry} aria-disabled={isLoading || undefined}>
            {texts.retry}
          </Button>
        )}
      </div>
    </Section>
  )
}

export function NeedsScript() {
  return (
    <noscript>
      <p className={css.hint}>{readerPartTexts.needsScript}</p>
    </noscript>
  )
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** An idempotency key, kept while the same action is repeated. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
