/** Asks a reader who is not logged in to sign up or log in before an article is kept (2.13). */
import { bookmarkTexts } from '../../messages/bookmark.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './NotLoggedInDialog.module.css'

export default function NotLoggedInDialog({ onClose }: { onClose: (isChosen: boolean) => void }) {
  return (
    <Dialog title={bookmarkTexts.heading} closeLabel={bookmarkTexts.close} onClose={() => onClose(false)}>
      <p>{bookmarkTexts.first}</p>
      <p>{bookmarkTexts.second}</p>
      <div className={css.actions}>
        <ButtonLink href="#register" onClick={() => onClose(true)}>
          {bookmarkTexts.signUp}
        </ButtonLink>
        <div className={css.already}>
          <span>{bookmarkTexts.alreadyUser}</span>
          <ButtonLink href="#login" look="secondary" onClick={() => onClose(true)}>
            {bookmarkTexts.login}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
